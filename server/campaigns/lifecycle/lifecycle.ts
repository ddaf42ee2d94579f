import type { CampaignEvent } from '#shared/campaign-history.ts'
import type { CampaignStatus } from '#shared/campaign.ts'
import { appealDays } from '#shared/moderation.ts'

import type { Queries, Transaction } from '../../platform/database/database.ts'
import { Refused } from '../../platform/http/context.ts'
import type { Mail } from '../../platform/mail/mail.ts'
import { findLanguage } from '../../platform/mail/reader-language.ts'
import { type Reader, writeMail } from '../../platform/mail/write-mail.ts'
import type {
  CampaignChange,
  CampaignUpdate,
  NewCampaign,
  StoredCampaign,
} from '../../providers/content/content.ts'
import type { Foundation } from '../../providers/foundation.ts'
import { texts } from '../../text/texts.ts'
import { recordPublication, type PublicationDeps } from '../versions/versions.ts'
import type { CampaignHistory } from './campaign-history.ts'
import type { NewChange, PendingChange, PendingChanges } from './pending-changes.ts'
import {
  campaignTransitions,
  changeTransitions,
  findTransition,
  getTransitionActor,
} from './transition-rules.ts'

export type Lifecycle = ReturnType<typeof openLifecycle>

type LifecycleDeps = PublicationDeps &
  Pick<Foundation, 'content' | 'outbox' | 'publicUrl' | 'now'> & {
    history: CampaignHistory
    changes: PendingChanges
  }

export type TransitionRequest = { event: CampaignEvent; actorUid: string; reason?: string }

export type TransitionStep = TransitionRequest & {
  /** New values of the campaign. */
  fields?: CampaignChange
  /** The pending change that the event is about. The campaign keeps its status. */
  change?: PendingChange
  proposal?: NewChange
  /** Writes what else belongs to the step, in its transaction. */
  record?: (queries: Transaction) => Promise<void>
}

/** Steps that depend on our own rows, which stay the same until the steps are made. `event` names the attempt if it is refused. */
export type Decision = {
  event: CampaignEvent
  decide: (queries: Queries, current: StoredCampaign) => Promise<TransitionStep[]>
  /** Writes what belongs to all steps, in their transaction, also where there are none. `after` is the campaign that they result in. */
  record?: (queries: Transaction, after: StoredCampaign) => Promise<void>
}

type CheckedStep = TransitionStep & { from: CampaignStatus; to: CampaignStatus }
type OwnerNotice = { email: string } | undefined

/** Actor of transitions that a scheduled job makes. */
export const systemActorUid = 'system'

/** Makes the transitions of transition-rules.ts. Histories, versions and mails are written in one transaction with the status. */
export function openLifecycle(deps: LifecycleDeps) {
  const { content } = deps

  return {
    async submit(
      campaign: NewCampaign,
      record: (queries: Transaction, stored: StoredCampaign) => Promise<void>,
    ): Promise<StoredCampaign> {
      const owner = await content.findUserByUid(campaign.ownerUid)
      const { ownerUid: actorUid } = campaign
      return content.insertCampaign(campaign, async (queries, stored) => {
        await recordHistory(deps, queries, stored, { event: 'submit', actorUid, to: 'pending' })
        await notifyOwner(deps, queries, { owner, campaign: stored, event: 'submit' })
        await record(queries, stored)
      })
    },

    /** Makes all steps or none. Refuses when the campaign's status has changed or the rules have no such transition. */
    async transition(campaign: StoredCampaign, plan: TransitionStep | Decision): Promise<void> {
      const { event, decide, record }: Decision =
        'decide' in plan ? plan : { event: plan.event, decide: async () => [plan] }
      // Read before the transaction begins: a hosted store answers over the network.
      const owner = await content.findUserByUid(campaign.ownerUid)
      const changed = await content.changeCampaign(campaign.id, async (queries, current) => {
        if (current.status !== campaign.status) throw conflict(event)
        const steps = await checkSteps(deps, queries, current, await decide(queries, current))
        return toUpdate(deps, { campaign: current, owner, steps, recordAll: record })
      })
      if (!changed) throw conflict(event)
    },

    /** Refuses what `transition` would refuse now. The campaign stays as it is, and only `record` is written. */
    async check(
      campaign: StoredCampaign,
      { event, decide }: Decision,
      record: (queries: Transaction) => Promise<void>,
    ): Promise<void> {
      const isChecked = await content.changeCampaign(campaign.id, async (queries, current) => {
        if (current.status !== campaign.status) throw conflict(event)
        await checkSteps(deps, queries, current, await decide(queries, current))
        return { from: current.status, record }
      })
      if (!isChecked) throw conflict(event)
    },
  }
}

/** Refuses steps that the rules do not have before anything is written. */
async function checkSteps(
  { changes }: LifecycleDeps,
  queries: Queries,
  campaign: StoredCampaign,
  steps: TransitionStep[],
): Promise<CheckedStep[]> {
  let status = campaign.status
  const checked: CheckedStep[] = []
  for (const step of steps) {
    const to = isAboutChange(step)
      ? status === 'approved' && isAllowedChange(step, await changes.find(campaign.id, queries))
        ? status
        : undefined
      : findTransition(campaignTransitions, status, step.event)?.to
    if (to === undefined) throw conflict(step.event)
    checked.push({ ...step, from: status, to })
    status = to
  }
  return checked
}

function isAboutChange({ event, change, proposal }: TransitionStep): boolean {
  return Boolean(change ?? proposal) || event.startsWith('change-')
}

function isAllowedChange(
  { event, change, proposal }: TransitionStep,
  current: PendingChange | undefined,
): boolean {
  if (event === 'change-propose') return proposal !== undefined
  const rule = change && findTransition(changeTransitions, change.status, event)
  return rule !== undefined && change?.status === current?.status
}

function toUpdate(
  deps: LifecycleDeps,
  {
    campaign,
    owner,
    steps,
    recordAll,
  }: {
    campaign: StoredCampaign
    owner: OwnerNotice
    steps: CheckedStep[]
    recordAll: Decision['record'] | undefined
  },
): CampaignUpdate {
  const fields = Object.assign({}, ...steps.map((step) => step.fields)) as CampaignChange
  const status = steps.at(-1)?.to ?? campaign.status
  return {
    from: campaign.status,
    to: status,
    ...(Object.keys(fields).length > 0 && { fields }),
    record: async (queries) => {
      let before = campaign
      for (const step of steps) {
        await writeChange(deps, queries, campaign, step)
        await recordHistory(deps, queries, campaign, step)
        await notifyOwner(deps, queries, { owner, campaign, ...step })
        before = await recordPublication(deps, queries, { before, ...step })
        await step.record?.(queries)
      }
      const { accountNumberSealed: _sealed, ...changed } = fields
      await recordAll?.(queries, { ...campaign, ...changed, status })
    },
  }
}

async function writeChange(
  { changes }: LifecycleDeps,
  queries: Transaction,
  { id }: StoredCampaign,
  step: CheckedStep,
): Promise<void> {
  const { event, change, proposal, to } = step
  if (proposal) await changes.propose(queries, id, proposal)
  else if (change) {
    if (!(await changes.transition(queries, change, event))) throw conflict(event)
  } else if (to !== 'approved' && to !== 'taken-down') await changes.delete(queries, id)
}

async function recordHistory(
  { history, now }: LifecycleDeps,
  queries: Transaction,
  { id: campaignId }: StoredCampaign,
  step: TransitionRequest & { from?: CampaignStatus; to: CampaignStatus },
): Promise<void> {
  const { event, actorUid, reason, from = null, to } = step
  const entry = { campaignId, event, actorUid, from, to, at: now() }
  await history.record(queries, { ...entry, ...(reason !== undefined && { reason }) })
}

function conflict(event: CampaignEvent): Refused {
  return new Refused(
    getTransitionActor(event) === 'reviewer' ? 'already-reviewed' : 'campaign-status-changed',
  )
}

type Notice = {
  owner: OwnerNotice
  campaign: StoredCampaign
  event: CampaignEvent
  reason?: string
}

async function notifyOwner(
  { outbox, publicUrl }: LifecycleDeps,
  queries: Transaction,
  { owner, campaign, event, reason }: Notice,
): Promise<void> {
  if (!owner) return
  const { id, slug, title, ownerUid } = campaign
  const path = event === 'approve' ? `/c/${slug}` : `/dashboard/campaign/${id}`
  const url = new URL(path, publicUrl).href
  const reader = { to: owner.email, language: await findLanguage(queries, ownerUid) }
  const mail = lifecycleMail(reader, event, {
    title,
    url,
    reason: reason ?? '',
  })
  if (mail) await outbox.enqueue(queries, mail)
}

type MailData = { title: string; reason: string; url: string }
type EventText = {
  subject: string
  lead: (values: { title: string }) => string
  closing?: string
  link: string
  afterLink?: string | ((values: { appealDays: number }) => string)
}

/** Events whose lead announces the words of a reviewer or an admin. */
const quotesReason: CampaignEvent[] = [
  'ask',
  'reject',
  'cancel',
  'change-ask',
  'change-reject',
  'take-back',
]

/** To the owner of a campaign. Undefined for events without a text. */
export function lifecycleMail(
  reader: Reader,
  event: CampaignEvent,
  { title, reason, url }: MailData,
): Mail | undefined {
  const events: Partial<Record<CampaignEvent, EventText>> = texts[reader.language].campaign.events
  const text = events[event]
  if (!text) return undefined
  const { subject, lead, closing = [], link, afterLink = [] } = text
  return writeMail(
    { ...reader, reason: 'organiser' },
    `${subject}: ${title}`,
    [
      lead({ title }),
      ...(quotesReason.includes(event) ? reason.split(/\n{2,}/) : []),
      closing,
      { label: link, url },
      typeof afterLink === 'function' ? afterLink({ appealDays }) : afterLink,
    ].flat(),
  )
}
