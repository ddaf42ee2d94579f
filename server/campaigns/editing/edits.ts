import { lineKey } from '#shared/budget.ts'
import type { CampaignEdit } from '#shared/campaign-edit.ts'
import type { LiveEdit, LiveEdits } from '#shared/campaign-version.ts'
import { lagosDay } from '#shared/day.ts'
import { invalid } from '#shared/text/invalid.ts'
import { reviewConflicts } from '#shared/moderation.ts'
import { formatNaira, type Kobo } from '#shared/money.ts'

import { approvePayee } from '../../money/payouts/approved-payees.ts'
import { confirmPerson, type TwoFactor } from '../../people/accounts/two-factor.ts'
import type { Transaction, Queries } from '../../platform/database/database.ts'
import { Refused, fieldError } from '../../platform/http/context.ts'
import type { Images } from '../../platform/images/images.ts'
import type { User } from '../../platform/policy/actor.ts'
import type {
  CampaignChange,
  ContentStore,
  StoredCampaign,
} from '../../providers/content/content.ts'
import type { Foundation } from '../../providers/foundation.ts'
import type { Identity } from '../../providers/identity/identity.ts'
import { refuseUnavailable, type Payments } from '../../providers/payments/payments.ts'
import type { Conflicts } from '../../staff/moderation/conflicts.ts'
import type { Lifecycle, TransitionStep } from '../lifecycle/lifecycle.ts'
import { announceNewAccount, type NewAccountDeps } from '../lifecycle/new-account.ts'
import {
  toCampaignChange,
  type PendingChange,
  type PendingChanges,
} from '../lifecycle/pending-changes.ts'
import { checkBank, createSubAccount } from '../submission/sub-account.ts'
import { withCampaignSlot, type CampaignSlotDeps } from '../submission/submissions.ts'
import {
  diffFields,
  toCampaignContent,
  toFormStory,
  type CampaignContent,
} from '../versions/campaign-fields.ts'
import { scoreEdit, waitsFrom } from '../versions/edit-score.ts'
import { toReviewedCampaign, type Versions } from '../versions/versions.ts'

type EditsDeps = EditedContentDeps &
  NewAccountDeps &
  Pick<CampaignSlotDeps, 'database' | 'now'> & {
    content: ContentStore
    lifecycle: Lifecycle
    changes: PendingChanges
    versions: Pick<Versions, 'findReviewed'>
  }
type Owner = Pick<User, 'uid' | 'email'>
type Save = { campaign: StoredCampaign; owner: Owner; edited: EditedContent }
/** Writes what the form says beside the content of the campaign, in the transaction of the edit. */
type RecordForm = (queries: Transaction, saved: StoredCampaign) => Promise<void>

/** `isProven`: the owner gave the password for the new account before. */
type NewEdit = { owner: Owner; edit: CampaignEdit; isProven?: true }

type Checks = {
  /** Refuses the edit before anything is written, while no other edit of the campaign runs. */
  refuse: (queries: Queries) => Promise<void>
  record: RecordForm
}

/** Edits by owners and their answers to reviewers. */
export function openEdits(deps: EditsDeps) {
  const { lifecycle, changes } = deps
  return {
    /** The wizard's fields, with the values of a pending change. */
    async getForm(campaign: StoredCampaign) {
      const current = withChange(campaign, await changes.find(campaign.id))
      const { title, status, bankAccount, ownerUid } = current
      const { isOn: hasTwoFactor } = await deps.twoFactor.getState(ownerUid)
      const accountNumberLast4 = bankAccount.last4
      return { title, status, accountNumberLast4, hasTwoFactor, values: toFormValues(current) }
    },

    /** Says whether the edit of an approved campaign waits for a reviewer. */
    async save(
      campaign: StoredCampaign,
      { owner, edit, isProven, ...checks }: NewEdit & Checks,
    ): Promise<boolean> {
      const current = withChange(campaign, await changes.find(campaign.id))
      const by = { edit, isProven, current, uid: owner.uid }
      const edited = await toEditedContent(deps, campaign, by).catch(refuseUnavailable)
      const { status } = campaign
      if (status === 'approved') return saveApproved(deps, { campaign, owner, edited }, checks)
      const event = status === 'rejected' ? 'resubmit' : 'edit'
      const save = () =>
        lifecycle.transition(campaign, {
          event,
          decide: async (queries, stored) => {
            await checks.refuse(queries)
            return saveUnpublished(deps, { campaign: stored, owner, edited })
          },
          record: checks.record,
        })
      const slot = { ownerUid: campaign.ownerUid, campaignId: campaign.id }
      await (status === 'rejected' ? withCampaignSlot(deps, slot, save) : save())
      return false
    },

    /** What a new account needs before another person is asked to confirm it. */
    async proveAccount({ ownerUid }: StoredCampaign, edit: CampaignEdit): Promise<void> {
      await checkBank(deps, edit.bank).catch(refuseUnavailable)
      await confirmPerson(deps, ownerUid, edit)
    },

    /** Answers a reviewer's question about the pending change or, without one, about the campaign. */
    async answer(campaign: StoredCampaign, owner: User, reason: string): Promise<void> {
      const answer = { actorUid: owner.uid, reason }
      const change = await changes.find(campaign.id)
      await lifecycle.transition(
        campaign,
        change ? { event: 'change-answer', ...answer, change } : { event: 'answer', ...answer },
      )
    },
  }
}

function withChange(campaign: StoredCampaign, change: PendingChange | undefined): StoredCampaign {
  return change ? { ...campaign, ...toCampaignChange(change) } : campaign
}

/** Changes all fields of the stored campaign at once. A rejected campaign is submitted again. */
function saveUnpublished(deps: EditsDeps, { campaign, owner, edited }: Save): TransitionStep[] {
  const isRejected = campaign.status === 'rejected'
  if (!isRejected && diffFields(campaign, edited.content).length === 0) return []
  const { content, accountNumberSealed } = edited
  const fields: CampaignChange = { ...content, ...(accountNumberSealed && { accountNumberSealed }) }
  const { bankAccount } = content
  const record = async (queries: Transaction) => {
    if (!accountNumberSealed) return
    await approvePayee(queries, { ...campaign, bankAccount }, { by: owner.uid, at: deps.now() })
    await announceNewAccount(deps, queries, { campaign, owner, last4: bankAccount.last4 })
  }
  return [{ event: isRejected ? 'resubmit' : 'edit', actorUid: owner.uid, fields, record }]
}

/** The whole edit goes live or waits for a reviewer. Decided on the stored campaign, which no other edit changes meanwhile. */
async function saveApproved(
  deps: EditsDeps,
  { campaign, ...save }: Save,
  { refuse, record }: Checks,
): Promise<boolean> {
  let waits = false
  await deps.lifecycle.transition(campaign, {
    event: 'edit',
    record,
    decide: async (queries, current) => {
      await refuse(queries)
      const change = await deps.changes.find(current.id, queries)
      const reviewed = await deps.versions.findReviewed(current.id, queries)
      refuseLostAccount(save.edited, current, change)
      const before = toReviewedCampaign(current, reviewed?.content)
      waits = scoreEdit(before, save.edited.content) >= waitsFrom
      const toSteps = waits ? propose : publish
      return toSteps(deps, { ...save, campaign: current, change })
    },
  })
  return waits
}

type ApprovedSave = Save & { change: PendingChange | undefined }

/** The form was filled in with the bank account of a change that a reviewer has rejected meanwhile. */
function refuseLostAccount(
  { content, accountNumberSealed }: EditedContent,
  current: StoredCampaign,
  change: PendingChange | undefined,
) {
  const accounts = [current.bankAccount, change?.proposed.bankAccount]
  const isKnown = accounts.some(
    (account) => account?.subAccountCode === content.bankAccount.subAccountCode,
  )
  if (!accountNumberSealed && !isKnown) throw new Refused('campaign-status-changed')
}

function publish(_deps: EditsDeps, { campaign, owner, edited, change }: ApprovedSave) {
  const { uid: actorUid } = owner
  const steps: TransitionStep[] = []
  if (diffFields(campaign, edited.content).length > 0)
    steps.push({ event: 'edit', actorUid, fields: edited.content })
  if (change) steps.push({ event: 'change-withdraw', actorUid, change })
  return steps
}

function propose(deps: EditsDeps, { campaign, owner, edited, change }: ApprovedSave) {
  const { now } = deps
  const { content, accountNumberSealed } = edited
  const { uid: actorUid } = owner
  const { contact } = campaign
  const steps: TransitionStep[] = []
  // Who stops publishing their contact must not wait for a reviewer.
  if (contact.isPublic && !content.contact.isPublic)
    steps.push({ event: 'edit', actorUid, fields: { contact: { ...contact, isPublic: false } } })
  const isSame = change && diffFields(withChange(campaign, change), content).length === 0
  const proposal = { proposed: content, accountNumberSealed, at: now() }
  const { last4 } = content.bankAccount
  const record = async (queries: Transaction) => {
    if (accountNumberSealed) await announceNewAccount(deps, queries, { campaign, owner, last4 })
  }
  if (!isSame) steps.push({ event: 'change-propose', actorUid, proposal, record })
  return steps
}

type EditedContentDeps = Pick<Foundation, 'database' | 'sealing' | 'now'> & {
  payments: Pick<Payments, 'listBanks' | 'createSubAccount' | 'resolveAccount'>
  images: Pick<Images, 'getOwn'>
  identity: Pick<Identity, 'checkPassword'>
  twoFactor: Pick<TwoFactor, 'getState' | 'verifyCode'>
}

type EditedContent = {
  content: CampaignContent
  accountNumberSealed: Uint8Array | undefined
}
type Edit = Pick<NewEdit, 'edit'> & {
  isProven: true | undefined
  current: CampaignContent
  /** Who edits. */
  uid: string
}

/**
 * The campaign's content after the edit. A new account number already creates a sub-account at the provider; payouts
 * go there once the campaign refers to it.
 */
async function toEditedContent(
  deps: EditedContentDeps,
  campaign: StoredCampaign,
  { edit, isProven, current, uid }: Edit,
): Promise<EditedContent> {
  const { endDate, name, email, phone, showContact } = edit
  if (endDate !== campaign.endDate && endDate <= lagosDay(deps.now()))
    throw fieldError('endDate', invalid.endDatePast)
  const images = await deps.images.getOwn(campaign.ownerUid, edit.images, uid)
  const { bankAccount, accountNumberSealed } = await editBankAccount(deps, campaign, {
    edit,
    isProven,
    current,
  })
  const contact = { name, email, phone, isPublic: showContact }
  return { content: { ...toFormStory(edit, images), contact, bankAccount }, accountNumberSealed }
}

async function editBankAccount(
  deps: EditedContentDeps,
  campaign: StoredCampaign,
  { edit, isProven, current: { bankAccount } }: Omit<Edit, 'uid'>,
) {
  const { title, bank, accountNumber } = edit
  if (accountNumber === '') {
    if (bank !== bankAccount.bankCode) throw fieldError('accountNumber', invalid.accountNumber)
    return { bankAccount, accountNumberSealed: undefined }
  }
  const { ownerUid } = campaign
  await checkBank(deps, bank)
  if (!isProven) await confirmPerson(deps, ownerUid, edit)
  const subAccountCode = await createSubAccount(deps, { ownerUid, title, bank, accountNumber })
  return {
    bankAccount: { bankCode: bank, last4: accountNumber.slice(-4), subAccountCode },
    accountNumberSealed: deps.sealing.seal('account-number', accountNumber),
  }
}

const toTyped = (amount: Kobo) => formatNaira(amount).replace('₦', '')

/** Values of the wizard's fields. The account number is never sent back. */
export function toFormValues(campaign: CampaignContent): Record<string, unknown> {
  const { goal, startDate, endDate, images, budget, contact, bankAccount, ...content } =
    toCampaignContent(campaign)
  return {
    ...content,
    cause: content.cause ?? '',
    goalAmount: toTyped(goal),
    budget: budget.map((line) => ({ ...line, key: lineKey(line), amount: toTyped(line.amount) })),
    startDate: startDate ?? '',
    endDate: endDate ?? '',
    images: images.map(({ id, alt, focus, width, height }) => ({
      id,
      alt,
      width,
      height,
      ...(focus && { focus }),
    })),
    name: contact.name,
    email: contact.email,
    phone: contact.phone,
    showContact: contact.isPublic,
    bank: bankAccount.bankCode,
    accountNumber: '',
  }
}

type LiveEditsDeps = {
  content: ContentStore
  versions: Versions
  database: Queries
  lifecycle: Lifecycle
  conflicts: Conflicts
  now: () => Date
}

const maxListed = 50

/** Edits of public campaigns that went live without review and that a reviewer must check. */
export function openLiveEdits(deps: LiveEditsDeps) {
  const { database, content, versions, lifecycle, conflicts, now } = deps
  const toLiveEdit = async ({
    campaignId,
    at,
  }: {
    campaignId: string
    at: Date
  }): Promise<LiveEdit | undefined> => {
    const [campaign, latest, reviewed] = await Promise.all([
      content.findCampaign(campaignId),
      versions.findLatest(campaignId),
      versions.findReviewed(campaignId),
    ])
    if (!campaign || !latest || !reviewed) return undefined
    const { id, slug, title } = campaign
    return {
      campaign: { id, slug, title },
      number: latest.number,
      score: latest.score,
      at: at.toISOString(),
      before: reviewed.content,
      after: latest.content,
    }
  }

  return {
    async list(): Promise<LiveEdits> {
      const { rows, total } = await versions.listOpen(maxListed)
      const edits = await Promise.all(rows.map(toLiveEdit))
      return { total, threshold: waitsFrom, edits: edits.filter((edit) => edit !== undefined) }
    },

    /** The edits up to the version are fine. Later edits are compared with it. */
    async accept(campaign: StoredCampaign, reviewer: User, number: number): Promise<void> {
      await conflicts.refuse(database, reviewer, campaign, reviewConflicts)
      if (!(await versions.accept(campaign.id, number, { uid: reviewer.uid, at: now() })))
        throw new Refused('campaign-changed')
    },

    /** Restores the version that a reviewer last approved. The owner is mailed the reason. */
    async takeBack(
      campaign: StoredCampaign,
      reviewer: User,
      { number, reason }: { number: number; reason: string },
    ): Promise<void> {
      await lifecycle.transition(campaign, {
        event: 'take-back',
        decide: async (queries) => {
          await conflicts.refuse(queries, reviewer, campaign, reviewConflicts)
          const [latest, reviewed] = [
            await versions.findLatest(campaign.id, queries),
            await versions.findReviewed(campaign.id, queries),
          ]
          const isNewest = latest?.number === number && reviewed && reviewed.number < number
          if (!isNewest) throw new Refused('campaign-changed')
          const { beneficiary: _contactName, ...fields } = reviewed.content
          return [{ event: 'take-back', actorUid: reviewer.uid, reason, fields }]
        },
      })
    },
  }
}
