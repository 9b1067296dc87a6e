//! `declare_rule!`: everything about a rule in one declaration, in the rule's own file.

/// Declares a rule: documentation, identity, clause, check and fixtures.
///
/// ```text
/// declare_rule! {
///     /// ## What it checks
///     /// …
///     /// ## Why it matters
///     /// …
///     /// ## What to do
///     /// …
///     pub static RESERVED_NONZERO = {
///         id: "frame/reserved-nonzero", severity: Error, certainty: Certain,
///         clause: Must CORE "4.2", scope: Frame, fault: Sender,
///         check: Frame(check),
///         fixtures: [
///             "one reserved octet set" => 1, |s| { … };
///             "all octets zero" => 0, |s| { … };
///         ],
///     }
/// }
/// ```
///
/// A check of messages may name what its rule concerns: `Message(check, Request)`. One of a dialect has to: `Dialect(check, Request)`.
///
/// Optional, in this order: `severity3: Warning` after `severity` (generation 3), `alternative: "…"` after `fault` (the innocent
/// explanation, which a heuristic must state), `also ["other/rule"]` after a fixture's count (what it must fire too).
macro_rules! declare_rule {
    (
        $(#[doc = $doc:literal])*
        pub static $name:ident = {
            id: $id:literal, severity: $severity:ident, $(severity3: $severity3:ident,)? certainty: $certainty:ident,
            clause: $level:ident $document:ident $section:literal, scope: $scope:ident, fault: $fault:ident,
            $(alternative: $alternative:literal,)?
            check: $hook:ident($check:path $(, $concern:ident)?),
            fixtures: [$($fixture:literal => $fires:literal $(also [$($also:literal),+])?, $build:expr;)+],
        }
    ) => {
        $(#[doc = $doc])*
        pub(super) static $name: $crate::rules::rule::Rule = $crate::rules::rule::Rule {
            info: $crate::store::finding::RuleInfo {
                id: $id,
                severity: $crate::store::finding::Severity::$severity,
                severity3: declare_rule!(@severity $($severity3)?),
                certainty: $crate::store::finding::Certainty::$certainty,
                clause: $crate::spec::clause::Clause {
                    document: $crate::spec::clause::Document::$document,
                    section: $section,
                    level: $crate::spec::clause::Level::$level,
                },
                scope: $crate::store::finding::Scope::$scope,
                fault: $crate::store::finding::Fault::$fault,
                doc: concat!($($doc, "\n"),*),
                alternative: declare_rule!(@alternative $($alternative)?),
            },
            check: declare_rule!(@check $hook $check $(, $concern)?),
            fixtures: &[$($crate::rules::rule::Fixture {
                name: $fixture,
                fires: $fires,
                also: &[$($($also),+)?],
                build: $build,
            }),+],
        };
    };
    (@severity) => { None };
    (@severity $severity:ident) => { Some($crate::store::finding::Severity::$severity) };
    (@check Message $check:path) => { declare_rule!(@check Message $check, Any) };
    (@check Message $check:path, $concern:ident) => {
        $crate::rules::rule::Check::Message($check, $crate::rules::concern::Concern::$concern)
    };
    (@check Dialect $check:path, $concern:ident) => {
        $crate::rules::rule::Check::Dialect($check, $crate::rules::concern::Concern::$concern)
    };
    (@check $hook:ident $check:path) => { $crate::rules::rule::Check::$hook($check) };
    (@alternative) => { None };
    (@alternative $text:literal) => { Some($text) };
}
