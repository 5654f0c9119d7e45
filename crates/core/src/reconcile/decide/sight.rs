//! What the decision sees of a target: its site, its file, whether both may be changed.

use camino::Utf8Path;
use serde_json::Value;

use super::Work;
use crate::document::{Content, Ground, Layer, Seam, SeamKind};
use crate::harness::{self, ConfigSite, Status, Variables};
use crate::reconcile::carry::unparsable;
use crate::reconcile::{Claim, Drift, Refusal, Target, entry_digest};

impl Work<'_> {
    pub(super) fn drift(&self, claim: &Claim) -> Result<Drift, Refusal> {
        let content = self.content(&claim.file)?;
        Drift::of(claim, &content, &self.desired.launcher).map_err(|error| unparsable(&claim.file, error))
    }

    /// The file as the edits so far leave it.
    pub(super) fn content(&self, file: &Utf8Path) -> Result<Content, Refusal> {
        let Some(sight) = self.observed.files.get(file) else { return Ok(Content::Absent) };
        if let Some(
            refusal @ (Refusal::Unreadable(_)
            | Refusal::DanglingLink(_)
            | Refusal::LinkLoop(_)
            | Refusal::NotAFile(_)
            | Refusal::System { .. }),
        ) = &sight.blocked
        {
            return Err(refusal.clone());
        }
        let changed = self.files.get(&sight.real).map(|change| &change.file.after);
        Ok(changed.unwrap_or(&sight.content).clone())
    }

    pub(super) fn unblocked(&self, file: &Utf8Path) -> Result<(), Refusal> {
        match self.observed.files.get(file).and_then(|sight| sight.blocked.clone()) {
            Some(refusal) => Err(refusal),
            None => Ok(()),
        }
    }

    /// No process of the harness would write its own memory over ours.
    pub(super) fn quiet(&self, target: &Target) -> Result<(), Refusal> {
        match self.observed.sites.get(target).and_then(|sight| sight.running.clone()) {
            Some(process) => Err(Refusal::HarnessRunning { process }),
            None => Ok(()),
        }
    }

    pub(super) fn site(&self, target: &Target) -> Result<ConfigSite, Refusal> {
        self.observed.sites.get(target).ok_or(Refusal::UnknownHarness)?.site.clone()
    }

    /// The site of a target, when an entry may go into it.
    pub(super) fn writable_site(&self, target: &Target) -> Result<ConfigSite, Refusal> {
        let harness = harness::find(&target.harness);
        match harness.map(|harness| harness.status) {
            Some(Status::Retired) => return Err(Refusal::Retired),
            Some(Status::Manual(_)) => return Err(Refusal::ByHand),
            Some(Status::Active) | None => {}
        }
        let site = self.site(target)?;
        if let Some(policy) = self.observed.sites.get(target).and_then(|sight| sight.policy.clone()) {
            return Err(Refusal::ManagedByPolicy(policy));
        }
        self.quiet(target)?;
        self.unblocked(&site.file)?;
        if let Some(harness) = harness {
            harness.names.judge(target.name()).map_err(Refusal::Name)?;
            if expands(harness.variables, self.desired.launcher.as_str()) {
                return Err(Refusal::Expanded(self.desired.launcher.clone()));
            }
        }
        Ok(site)
    }

    pub(super) fn entry(&self, target: &Target, site: &ConfigSite) -> Value {
        site.shape.entry(target.name(), &target.launch(&self.desired.launcher))
    }

    /// A claim for an entry that is not in yet, or is ours without a receipt: the
    /// seam of one that came by hand, of which only the entry itself is certain.
    pub(super) fn fresh_claim(&self, target: &Target, site: &ConfigSite) -> Claim {
        let kind = SeamKind::Inserted { ground: Ground::Document, layers: vec![Layer::unknown()], hollow: None };
        Claim {
            file: site.file.clone(),
            dialect: site.dialect,
            bom: site.bom,
            slot: site.slot(target.name()),
            entry: entry_digest(&self.entry(target, site)),
            seam: Seam { bom: false, kind },
            folders: Vec::new(),
        }
    }
}

/// Whether a harness would read a variable out of this text.
fn expands(variables: Variables, text: &str) -> bool {
    match variables {
        Variables::None => false,
        Variables::Braced => text.contains("${"),
        Variables::Dollar => text.contains('$'),
        Variables::DollarPercent => text.contains(['$', '%']),
        Variables::EnvBraced => text.contains("${env:"),
        Variables::CurlyEnv => text.contains("{env:") || text.contains("{file:"),
        Variables::Unsure => text.contains("${") || text.contains("{env:"),
    }
}
