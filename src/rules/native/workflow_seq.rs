//! `native/workflow-seq`

use crate::rules::bodies::is_readable;
use crate::rules::context::{NativeCtx, Sink};
use crate::rules::fixture::*;
use crate::session::native::link::{Fact, TaskFault};

declare_rule! {
    /// ## What it checks
    /// That the steps of a task are numbered from 0 without a hole, carry states in which it goes on, and that one completion follows
    /// with a state in which it has ended and a number above those of all steps.
    /// ## Why it matters
    /// The delegating peer follows the task by these events alone.
    /// ## What to do
    /// Number the events of a task, and complete it once.
    pub static WORKFLOW_SEQ = {
        id: "native/workflow-seq", severity: Error, certainty: Certain,
        clause: Must WORKFLOW "6.4", scope: Association, fault: Sender,
        check: Native(check),
        fixtures: [
            "a step left out" => 1, |s| { s.native(S2c, NativeSpec::workflow_step(0, 1)).native(S2c, NativeSpec::workflow_step(2, 1)); };
            "a beginning at 1" => 1, |s| { s.native(S2c, NativeSpec::workflow_step(1, 1)); };
            "a step that has succeeded" => 1, |s| { s.native(S2c, NativeSpec::workflow_step(0, 2)); };
            "two completions" => 1, |s| { s.native(S2c, NativeSpec::workflow_complete(0, 2)).native(S2c, NativeSpec::workflow_complete(1, 2)); };
            "a completion with the number of a step" => 1, |s| { s.native(S2c, NativeSpec::workflow_step(0, 1)).native(S2c, NativeSpec::workflow_complete(0, 2)); };
            "a completion that goes on" => 1, |s| { s.native(S2c, NativeSpec::workflow_complete(0, 1)); };
            "a step after the completion" => 1, |s| { s.native(S2c, NativeSpec::workflow_complete(0, 2)).native(S2c, NativeSpec::workflow_step(1, 1)); };
            "steps and their completion" => 0, |s| {
                s.native(S2c, NativeSpec::workflow_step(0, 0)).native(S2c, NativeSpec::workflow_step(1, 1)).native(S2c, NativeSpec::workflow_complete(2, 3));
            };
            "two tasks" => 0, |s| {
                s.native(S2c, NativeSpec::workflow_step(0, 1)).native(S2c, NativeSpec::workflow_step(0, 1).text(2, "task-8"));
                s.native(S2c, NativeSpec::workflow_step(1, 1)).native(S2c, NativeSpec::workflow_step(1, 1).text(2, "task-8"));
            };
            "steps before the capture" => 0, |s| { s.late().native(S2c, NativeSpec::workflow_step(7, 1)).native(S2c, NativeSpec::workflow_step(8, 1)); };
        ],
    }
}

fn check(native: &NativeCtx<'_>, sink: &mut Sink<'_>) {
    for fact in native.facts().filter(|_| is_readable(native)) {
        if let Fact::Task { why, before } = fact {
            let field = if matches!(why, TaskFault::TerminalStep(_) | TaskFault::OpenCompletion(_)) { "state" } else { "seq" };
            let draft = sink.report(native.place_of(field), words(why));
            if let Some(before) = before {
                draft.peer(before);
            }
        }
    }
}

fn words(why: TaskFault) -> String {
    match why {
        TaskFault::Sequence { expected, got } => format!("the step has number {got}, {expected} was due"),
        TaskFault::TerminalStep(state) => format!("the step carries state {state}, in which a task has ended"),
        TaskFault::OpenCompletion(state) => format!("the completion carries state {state}, in which a task goes on"),
        TaskFault::SecondCompletion => "the task was complete already".to_owned(),
        TaskFault::StepAfterCompletion => "the step follows the completion of its task".to_owned(),
        TaskFault::LowCompletion { last, got } => format!("the completion has number {got}, the last step has {last}"),
    }
}
