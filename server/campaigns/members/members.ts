import * as z from 'zod/mini'

import {
  membersPerCampaign,
  type CampaignMember,
  type Invitation,
  type MemberForm,
  type RequestKind,
} from '#shared/campaign-member.ts'
import { toFullName } from '#shared/full-name.ts'
import { memberRoles, type MemberRole } from '#shared/member-role.ts'
import { terms, toTermMs, toTermStart } from '#shared/terms.ts'
import { memberSentences } from '#shared/text/member-sentences.ts'

import type { Queries, Transaction } from '../../platform/database/database.ts'
import { asUuid, sql, takeLock, type Sql } from '../../platform/database/sql.ts'
import { fieldError, Refused } from '../../platform/http/context.ts'
import { findLanguage } from '../../platform/mail/reader-language.ts'
import type { User } from '../../platform/policy/actor.ts'
import type { StoredCampaign } from '../../providers/content/content.ts'
import type { Foundation } from '../../providers/foundation.ts'
import type { Mail } from '../../platform/mail/mail.ts'
import { type Reader, writeMail } from '../../platform/mail/write-mail.ts'
import { texts } from '../../text/texts.ts'

const emailPurpose = 'member-email'
/** After the last treasurer left, nothing is done for so long that needs a second person. Who joins meanwhile, or beside another, confirms nothing for so long. */
const waitMs = toTermMs(terms.memberRequest)

type MembersDeps = Pick<
  Foundation,
  'database' | 'outbox' | 'sealing' | 'content' | 'publicUrl' | 'now'
>
export type Members = ReturnType<typeof openMembers>

const memberRow = z.object({
  id: z.string(),
  campaignId: z.string(),
  role: z.enum(memberRoles),
  emailSealed: z.nullable(z.instanceof(Buffer)),
  invitedAt: z.date(),
  uid: z.nullable(z.string()),
  confirmsFrom: z.nullable(z.date()),
})
type MemberRow = z.output<typeof memberRow>
const columns = sql`id, campaign_id as "campaignId", role, email_sealed as "emailSealed", invited_at as "invitedAt", uid,
  confirms_from as "confirmsFrom"`

/** The roles of an account by campaign, for its session. */
export const selectMemberships = (uid: Sql): Sql => sql`
  coalesce((select jsonb_object_agg(campaign_id, role) from campaign_member
    where campaign_member.uid = ${uid} and ended_at is null), '{}')`

/** For conflicts of interest: who looks after a campaign, or did, is involved in it. */
export const selectInvolved = (uid: string, campaigns: Sql): Sql => sql`
  select distinct campaign_id from campaign_member where campaign_id = ${campaigns} and uid = ${uid}`

/** Who looks after the money. */
export const countKeepers = (campaignId: string): Sql => sql`
  (select 1 + count(*)::integer from campaign_member
    where campaign_id = ${campaignId} and role = 'treasurer' and uid is not null and ended_at is null)`

/** Whether one person alone may move the money of the campaign. `waitsUntil`: no treasurer is left who could confirm. */
type Guard = { waitsUntil: Date | null } | undefined

/** Who looks after campaigns beside their organisers. */
export function openMembers(deps: MembersDeps) {
  const { database, content, sealing, now } = deps
  const openEmail = ({ emailSealed }: MemberRow) =>
    emailSealed ? sealing.open(emailPurpose, emailSealed) : ''
  /** Invitations that were not accepted in time are left out. */
  const listRows = (queries: Queries, campaignId: string) =>
    queries.rows(
      memberRow,
      sql`select ${columns} from campaign_member where campaign_id = ${campaignId} and ended_at is null
        and (uid is not null or invited_at > ${toTermStart(terms.invitation, now())})
        order by invited_at, id`,
    )
  /** Simultaneous changes of the members of a campaign wait for each other. */
  const lock = ({ run }: Transaction, campaignId: string) => run(takeLock(`members ${campaignId}`))

  const findGuard = async (queries: Queries, campaignId: string): Promise<Guard> => {
    const found = await queries.row(
      z.object({ hasTreasurer: z.boolean(), leftAt: z.nullable(z.date()) }),
      sql`select coalesce(bool_or(ended_at is null), false) as "hasTreasurer", max(ended_at) as "leftAt"
        from campaign_member where campaign_id = ${campaignId} and role = 'treasurer' and accepted_at is not null`,
    )
    if (found?.hasTreasurer) return { waitsUntil: null }
    const waitsUntil = found?.leftAt && new Date(found.leftAt.getTime() + waitMs)
    return waitsUntil && waitsUntil > now() ? { waitsUntil } : undefined
  }

  /** Read before the transaction begins: a hosted store answers over the network. `also` is mailed as well. */
  const prepareMails = async (campaign: StoredCampaign, also: readonly string[] = []) => {
    const { id, title, ownerUid } = campaign
    const uids = (await listRows(database, id)).flatMap(({ uid }) => uid ?? [])
    const people = await Promise.all(
      [...new Set([ownerUid, ...uids, ...also])].map(async (uid) => ({
        uid,
        user: await content.findUserByUid(uid),
      })),
    )
    const nameOf = (uid: string) => toFullName(people.find((person) => person.uid === uid)?.user)
    const url = new URL(`/dashboard/campaign/${id}/people`, deps.publicUrl).href
    return {
      /** To the organiser, the members and `also`. */
      send: async (queries: Queries, event: MemberEvent, uid: string, kind?: RequestKind) => {
        const facts = { name: nameOf(uid), title, url, kind }
        for (const { uid: readerUid, user } of people) {
          if (!user) continue
          const reader = { to: user.email, language: await findLanguage(queries, readerUid) }
          await deps.outbox.enqueue(queries, memberMail(reader, event, facts))
        }
      },
    }
  }

  const end = async (
    campaign: StoredCampaign,
    find: (row: MemberRow) => boolean,
    event: 'left' | 'removed',
  ): Promise<void> => {
    const known = (await listRows(database, campaign.id)).find(find)
    if (!known) throw new Refused('not-found')
    const { uid, id } = known
    const mails = await prepareMails(campaign)
    await database.transaction(async (queries) => {
      await lock(queries, campaign.id)
      const changed = await queries.run(sql`
        update campaign_member set ended_at = ${now()}, email_sealed = null where id = ${id} and ended_at is null
          and uid is not distinct from ${uid}`)
      if (changed === 0) throw new Refused('campaign-status-changed')
      if (uid !== null) await mails.send(queries, event, uid)
    })
  }

  return {
    findGuard,
    prepareMails,

    async list(campaign: StoredCampaign, reader: User): Promise<CampaignMember[]> {
      const isOwner = reader.uid === campaign.ownerUid
      return Promise.all(
        (await listRows(database, campaign.id)).map(async (row) => {
          const { id, role, uid, confirmsFrom } = row
          const person = uid === null ? undefined : await content.findUserByUid(uid)
          return {
            id,
            role,
            name: toFullName(person),
            email: isOwner ? (person?.email ?? openEmail(row)) : '',
            isSelf: uid === reader.uid,
            confirmsFrom:
              role === 'treasurer' && confirmsFrom && confirmsFrom > now()
                ? confirmsFrom.toISOString()
                : null,
          }
        }),
      )
    },

    /** Mails the address. The others hear of it when the person accepts. */
    async invite(campaign: StoredCampaign, { email, role }: MemberForm): Promise<void> {
      const { id: campaignId, title } = campaign
      const owner = await content.findUserByUid(campaign.ownerUid)
      await database.transaction(async (queries) => {
        await lock(queries, campaignId)
        const rows = await listRows(queries, campaignId)
        const isKnown = [owner?.email, ...rows.map(openEmail)].some(
          (known) => known?.toLowerCase() === email.toLowerCase(),
        )
        if (isKnown) throw fieldError('email', memberSentences.known)
        if (rows.length >= membersPerCampaign) throw fieldError('email', memberSentences.tooMany)
        const stored = await queries.value(
          z.string(),
          sql`insert into campaign_member (campaign_id, role, email_sealed, invited_at)
            values (${campaignId}, ${role}, ${sealing.seal(emailPurpose, email)}, ${now()}) returning id`,
        )
        const url = new URL(`/dashboard/invitations/${stored}`, deps.publicUrl).href
        const language = await findLanguage(queries, campaign.ownerUid)
        const facts = { name: toFullName(owner), title, url }
        await deps.outbox.enqueue(
          queries,
          memberMail({ to: email, language }, `invited-${role}`, facts),
        )
      })
    },

    /** Undefined once it is accepted, ended or too old. */
    async findInvitation(id: string) {
      const row = await database.row(
        memberRow,
        sql`select ${columns} from campaign_member where id = ${asUuid(id)}::uuid and uid is null and ended_at is null
          and invited_at > ${toTermStart(terms.invitation, now())}`,
      )
      const campaign = row && (await content.findCampaign(row.campaignId))
      return row && campaign && { ...row, campaign, email: openEmail(row) }
    },

    async readInvitation({ campaign, role }: OpenInvitation): Promise<Invitation> {
      const organiser = toFullName(await content.findUserByUid(campaign.ownerUid))
      return { campaignId: campaign.id, title: campaign.title, organiser, role }
    },

    /** Once, by one person who is not in the campaign already. A treasurer beside or after another one confirms only after some days. */
    async accept({ id, campaign, role }: OpenInvitation, user: User): Promise<void> {
      if (user.uid === campaign.ownerUid) throw new Refused('campaign-status-changed')
      const mails = await prepareMails(campaign, [user.uid])
      const at = now()
      await database.transaction(async (queries) => {
        await lock(queries, campaign.id)
        const isGuarded = (await findGuard(queries, campaign.id)) !== undefined
        const changed = await queries.run(sql`
          update campaign_member set uid = ${user.uid}, accepted_at = ${at}, email_sealed = null,
            confirms_from = ${isGuarded ? new Date(at.getTime() + waitMs) : at}
          where id = ${id} and uid is null and ended_at is null and not exists (
            select from campaign_member known
            where known.campaign_id = ${campaign.id} and known.uid = ${user.uid} and known.ended_at is null)`)
        if (changed === 0) throw new Refused('campaign-status-changed')
        await mails.send(queries, `joined-${role}`, user.uid)
      })
    },

    /** Of a member or an invitation. Rights end at once; see `findGuard` for what waits. */
    remove: (campaign: StoredCampaign, id: string) =>
      end(campaign, (row) => row.id === id, 'removed'),
    leave: (campaign: StoredCampaign, { uid }: User) =>
      end(campaign, (row) => row.uid === uid, 'left'),

    /** The campaigns that a person looks after. */
    async listOf({ memberships = {} }: User) {
      const found = await Promise.all(
        Object.entries(memberships).map(async ([id, role]: [string, MemberRole]) => {
          const campaign = await content.findCampaign(id)
          return campaign && { id, title: campaign.title, role }
        }),
      )
      return found.filter((campaign) => campaign !== undefined)
    },
  }
}

type OpenInvitation = { id: string; campaign: StoredCampaign; role: MemberRole }

type MemberEvent = keyof (typeof texts)['en']['member']['events']

/** `name`: who invites, comes, leaves, asks or answers. The page that the link opens says what is asked. */
type Facts = { name: string; title: string; url: string; kind?: RequestKind | undefined }

/** To who was invited, or to everyone who looks after the campaign. */
export function memberMail(
  reader: Reader,
  event: MemberEvent,
  { name, title, url, kind }: Facts,
): Mail {
  const { events, kinds } = texts[reader.language].member
  const { subject, lead, next, link } = events[event]
  return writeMail(
    { ...reader, reason: event.startsWith('invited') ? 'address' : 'account' },
    `${subject}: ${title}`,
    [lead({ name, title }), kind ? kinds[kind] : [], next, { label: link, url }].flat(),
  )
}
