import * as z from 'zod/mini'

import { campaignEditSchema, type CampaignEdit } from '#shared/campaign-edit.ts'
import {
  type requestConfirmationSchema,
  requestKinds,
  type AskedAction,
  type CampaignRequest,
  type RequestAnswer,
} from '#shared/campaign-member.ts'
import { toFullName } from '#shared/full-name.ts'
import { koboSchema } from '#shared/kobo-schema.ts'
import { payeeFields } from '#shared/payee.ts'
import { terms, toTermMs, toTermStart } from '#shared/terms.ts'

import { getRefund, type Refunds } from '../../money/refunds/refunds.ts'
import { confirmPerson, type TwoFactor } from '../../people/accounts/two-factor.ts'
import type { Queries, Transaction } from '../../platform/database/database.ts'
import { asUuid, sql, type Sql } from '../../platform/database/sql.ts'
import { Refused } from '../../platform/http/context.ts'
import type { User } from '../../platform/policy/actor.ts'
import type { Task } from '../../platform/queue/queue.ts'
import type { StoredCampaign } from '../../providers/content/content.ts'
import type { Foundation } from '../../providers/foundation.ts'
import type { openEdits } from '../editing/edits.ts'
import type { Endings } from '../endings/endings.ts'
import type { Consents } from '../lifecycle/consents.ts'
import { lookUpAccount, type Payees } from '../payee/payees.ts'
import type { Members } from './members.ts'

const inputPurpose = 'member-request'

const payeeInput = z.object({
  ...payeeFields,
  kind: z.literal('payee'),
  bank: z.string(),
  /** Empty where the account stays. */
  accountNumber: z.string(),
  last4: z.string(),
  /** Whose account it is, as the provider said when it was asked for. */
  holder: z.string(),
})
const refundInput = z.object({
  kind: z.literal('refund'),
  donationId: z.string(),
  amount: koboSchema,
  reason: z.string(),
})
const inputSchema = z.discriminatedUnion('kind', [
  payeeInput,
  refundInput,
  z.object({ kind: z.literal('end') }),
])
type Input = z.output<typeof inputSchema>

const requestRow = z.object({
  id: z.string(),
  kind: z.enum(requestKinds),
  uid: z.string(),
  inputSealed: z.instanceof(Buffer),
  askedAt: z.date(),
})
type OpenRequest = Omit<z.output<typeof requestRow>, 'inputSealed'> & { input: Input }

const lapsedRow = z.object({
  id: z.string(),
  campaignId: z.string(),
  kind: z.enum(requestKinds),
  uid: z.string(),
})
type LapsedRequest = z.output<typeof lapsedRow>

type RequestsDeps = Pick<
  Foundation,
  'database' | 'sealing' | 'content' | 'payments' | 'identity' | 'now'
> & {
  twoFactor: Pick<TwoFactor, 'getState' | 'verifyCode'>
  members: Pick<Members, 'findGuard' | 'prepareMails'>
  edits: Pick<ReturnType<typeof openEdits>, 'save' | 'getForm' | 'proveAccount'>
  endings: Pick<Endings, 'end'>
  payees: Payees
  consents: Pick<Consents, 'toFormValues'>
  refunds: Pick<Refunds, 'requestRefund'>
}

/** What must not be done by one person alone where a treasurer looks after the money: it is asked for here, and another person confirms it. */
export function openMemberRequests(deps: RequestsDeps) {
  const { database, sealing, content, members, now } = deps

  /** Neither answered nor lapsed, oldest first. */
  const listOpen = async (queries: Queries, campaignId: string): Promise<OpenRequest[]> => {
    const rows = await queries.rows(
      requestRow,
      sql`select id, kind, uid, input_sealed as "inputSealed", asked_at as "askedAt" from campaign_request request
        where campaign_id = ${campaignId} and asked_at > ${toTermStart(terms.memberRequest, now())} and input_sealed is not null
          and not exists (select from campaign_request_answer where request_id = request.id)
        order by asked_at, id`,
    )
    return rows.map(({ inputSealed, ...row }) => ({
      ...row,
      input: z.parse(inputSchema, JSON.parse(sealing.open(inputPurpose, inputSealed))),
    }))
  }

  /** Only once, so that a request that is answered does not lapse as well. */
  const close = async ({ run }: Transaction, id: string): Promise<boolean> => {
    const closed = await run(
      sql`update campaign_request set input_sealed = null where id = ${id} and input_sealed is not null`,
    )
    return closed > 0
  }

  const record = async (queries: Transaction, id: string, uid: string, answer: RequestAnswer) => {
    if (!(await close(queries, id))) throw new Refused('campaign-status-changed')
    await queries.run(sql`
      insert into campaign_request_answer (request_id, answer, uid, at) values (${id}, ${answer}, ${uid}, ${now()})`)
  }

  const ask = async (campaign: StoredCampaign, { uid }: User, input: Input): Promise<string> => {
    const mails = await members.prepareMails(campaign)
    return database.transaction(async (queries) => {
      const guard = await members.findGuard(queries, campaign.id)
      if (guard?.waitsUntil) throw new Refused('treasurer-left')
      const { kind } = input
      const replaced = (await listOpen(queries, campaign.id)).filter(
        (one) => one.uid === uid && one.kind === kind && kind !== 'refund',
      )
      for (const { id } of replaced) await record(queries, id, uid, 'withdraw')
      const stored = await queries.value(
        z.string(),
        sql`insert into campaign_request (campaign_id, kind, uid, input_sealed, asked_at)
          values (${campaign.id}, ${kind}, ${uid}, ${sealing.seal(inputPurpose, JSON.stringify(input))}, ${now()}) returning id`,
      )
      await mails.send(queries, 'asked', uid, kind)
      return stored ?? ''
    })
  }

  const perform = async (
    campaign: StoredCampaign,
    { id, uid, input }: OpenRequest,
    recordMember: (queries: Transaction) => Promise<void>,
  ): Promise<void> => {
    if (input.kind === 'end') return deps.endings.end(campaign, uid, recordMember)
    if (input.kind === 'payee') return changePayee(deps, campaign, { input, recordMember })
    const { donationId, amount, reason } = input
    const outcome = await deps.refunds.requestRefund({
      donation: { campaignId: campaign.id, id: donationId },
      form: { amount, reason },
      idempotencyKey: `confirmed ${id}`,
      by: { role: 'owner', uid },
      isConfirmed: true,
      recordMember,
    })
    getRefund(outcome)
  }

  const lapse = async ({ id, campaignId, kind, uid }: LapsedRequest): Promise<void> => {
    const campaign = await content.findCampaign(campaignId)
    const mails = campaign && (await members.prepareMails(campaign, [uid]))
    await database.transaction(async (queries) => {
      if (await close(queries, id)) await mails?.send(queries, 'lapsed', uid, kind)
    })
  }

  /** Closes what nobody answered in time, and tells the organiser, the members and who asked that nothing was done. */
  const lapseAll = async (): Promise<void> => {
    const lapsed = await database.rows(
      lapsedRow,
      sql`select id, campaign_id as "campaignId", kind, uid from campaign_request
        where input_sealed is not null and asked_at <= ${toTermStart(terms.memberRequest, now())} order by asked_at`,
    )
    const failures: unknown[] = []
    for (const request of lapsed)
      await lapse(request).catch((error: unknown) => failures.push(error))
    if (failures.length > 0) throw new AggregateError(failures, 'requests could not be closed')
  }

  return {
    /** Whether another person must confirm what one person asks. */
    isNeeded: async ({ id }: StoredCampaign) =>
      (await members.findGuard(database, id)) !== undefined,

    ask,

    /** The payee and the account of an edit. The rest of the edit is saved as it is without them. */
    async askForPayee(
      campaign: StoredCampaign,
      user: User,
      edit: CampaignEdit,
    ): Promise<CampaignEdit> {
      const { bank, accountNumber } = edit
      if (accountNumber !== '') await deps.edits.proveAccount(campaign, edit)
      const { values, accountNumberLast4 } = await deps.edits.getForm(campaign)
      const lookup =
        accountNumber === '' ? undefined : await lookUpAccount(deps, { bank, accountNumber })
      const holder = lookup?.kind === 'found' ? lookup.name : ''
      const last4 = accountNumber === '' ? accountNumberLast4 : accountNumber.slice(-4)
      await ask(campaign, user, z.parse(payeeInput, { ...edit, last4, holder, kind: 'payee' }))
      const rest = { ...(await deps.payees.toFormValues(campaign)), accountNumber: '' }
      return { ...edit, ...rest, ...(accountNumber !== '' && { bank: String(values.bank) }) }
    },

    /** For who looks after the money. */
    async list(campaign: StoredCampaign, reader: User): Promise<CampaignRequest[]> {
      const open = await listOpen(database, campaign.id)
      return Promise.all(
        open.map(async (request) => {
          const { id, uid, input, askedAt } = request
          return {
            id,
            asked: toAsked(input),
            by: toFullName(await content.findUserByUid(uid)),
            lapsesAt: new Date(askedAt.getTime() + toTermMs(terms.memberRequest)).toISOString(),
            isOwn: uid === reader.uid,
            canConfirm: await mayConfirm(database, { campaign, request, uid: reader.uid, now }),
          }
        }),
      )
    },

    /** Who asked withdraws; the others decline, or confirm with their password, which does what was asked. Each request has one answer. */
    async answer(
      campaign: StoredCampaign,
      { uid }: User,
      id: string,
      proof?: Proof,
    ): Promise<void> {
      const request = (await listOpen(database, campaign.id)).find((one) => one.id === asUuid(id))
      if (!request) throw new Refused('not-found')
      const isOwn = request.uid === uid
      const answer = proof ? 'confirm' : isOwn ? 'withdraw' : 'decline'
      const mails = await members.prepareMails(campaign)
      const settle = async (queries: Transaction) => {
        await record(queries, request.id, uid, answer)
        await mails.send(queries, answer, uid, request.kind)
      }
      if (!proof) return database.transaction(settle)
      const checked = { campaign, request, uid, now }
      if (!(await mayConfirm(database, checked))) throw new Refused('not-found')
      await confirmPerson(deps, uid, proof)
      await perform(campaign, request, async (queries) => {
        // Both people are looked at again, and stay who they are until the end.
        if (!(await mayConfirm(queries, checked, sql`for share`))) throw new Refused('not-found')
        await settle(queries)
      })
    },

    task: {
      name: 'lapse-requests',
      lane: 'maintenance',
      cron: '15 * * * *',
      run: lapseAll,
    } satisfies Task,
  }
}

type Proof = z.output<typeof requestConfirmationSchema>

type Checked = {
  campaign: StoredCampaign
  request: Pick<OpenRequest, 'uid' | 'askedAt'>
  uid: string
  now: () => Date
}

/** Two people who look after the money now, one of them a treasurer for long enough. An organiser confirms what a treasurer asked. */
async function mayConfirm(
  queries: Queries,
  { campaign: { id, ownerUid }, request, uid, now }: Checked,
  locking: Sql = sql``,
): Promise<boolean> {
  if (uid === request.uid || request.askedAt <= toTermStart(terms.memberRequest, now()))
    return false
  const treasurers = await queries.rows(
    z.object({ uid: z.string(), confirms: z.boolean() }),
    sql`select uid, confirms_from <= ${now()} as confirms from campaign_member
      where campaign_id = ${id} and role = 'treasurer' and ended_at is null and uid = any(${[uid, request.uid]})
      order by uid ${locking}`,
  )
  const find = (person: string) => treasurers.find((each) => each.uid === person)
  const isKeeper = (person: string) => person === ownerUid || find(person) !== undefined
  const confirms = find(uid)?.confirms ?? (uid === ownerUid && find(request.uid)?.confirms)
  return isKeeper(uid) && isKeeper(request.uid) && confirms === true
}

function toAsked(input: Input): AskedAction {
  switch (input.kind) {
    case 'payee':
      return {
        kind: 'payee',
        // The name of another payee than the organiser.
        payee: input.payeeKind === 'self' ? '' : input.payeeName,
        last4: input.last4,
        accountName: input.holder,
      }
    case 'refund':
      return { kind: 'refund', amount: input.amount, reason: input.reason }
    case 'end':
      return { kind: 'end' }
  }
}

type PayeeChange = {
  input: z.output<typeof payeeInput>
  recordMember: (queries: Transaction) => Promise<void>
}

/** The campaign as it is now, or as its pending change says, with the other payee. A reviewer approves it as every change. */
async function changePayee(
  { content, edits, payees, consents }: RequestsDeps,
  campaign: StoredCampaign,
  { input, recordMember }: PayeeChange,
): Promise<void> {
  // It would be submitted again with it.
  if (campaign.status === 'rejected') throw new Refused('campaign-status-changed')
  const owner = await content.findUserByUid(campaign.ownerUid)
  if (!owner) throw new Refused('campaign-status-changed')
  const { kind: _kind, holder: _holder, last4: _last4, ...payee } = input
  const { values } = await edits.getForm(campaign)
  const bank = payee.accountNumber === '' ? values.bank : payee.bank
  const consented = await consents.toFormValues(campaign.id)
  const edit = z.parse(campaignEditSchema, { ...values, ...consented, ...payee, bank })
  await payees.refuseWithoutAccount(campaign, edit)
  await edits.save(campaign, {
    owner: { uid: campaign.ownerUid, email: owner.email },
    edit,
    isProven: true,
    refuse: async () => {},
    record: async (queries, saved) => {
      await recordMember(queries)
      await payees.record(queries, saved, { form: edit, owner })
    },
  })
}
