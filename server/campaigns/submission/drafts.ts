import * as z from 'zod/mini'

import {
  campaignInputSchema,
  draftSchema,
  draftVersionSchema,
  type Draft,
  type savedDraftSchema,
} from '#shared/campaign.ts'
import type { UpdateContent } from '#shared/campaign-update.ts'
import { idSchema, paragraphs } from '#shared/text.ts'

import type { Database, Queries, Transaction } from '../../platform/database/database.ts'
import { sql, takeLock } from '../../platform/database/sql.ts'
import { Refused } from '../../platform/http/context.ts'
import { deleteOfDraft } from '../documents/document-rows.ts'

export type Drafts = ReturnType<typeof openDrafts>

/** Longer than every field of the form, because an unfinished text may have to be shortened later. */
const unfinishedText = paragraphs({ max: 50_000 })
const scalar = z.union([unfinishedText, z.number(), z.boolean(), z.null()])
/** Of a picture: its id, its text, its size and its focus point. */
const picture = z.record(idSchema, z.union([scalar, z.record(idSchema, z.number())]))
const value = z.union([scalar, z.array(picture).check(z.maxLength(20))])
const savedFields = Object.keys(campaignInputSchema.shape).filter(
  (name) => name !== 'accountNumber' && name !== 'accountName',
)

/** Accepts unfinished values of the form's fields. Drops unknown fields, the account number, which is never saved, and the name of its holder. */
export const draftInputSchema = z.object({
  values: z.object(Object.fromEntries(savedFields.map((name) => [name, z.optional(value)]))),
  tab: draftSchema.shape.tab,
  ...draftVersionSchema.shape,
})
type DraftInput = z.output<typeof draftInputSchema>
/** Without an id: the wizard of a campaign that is not there yet. With `updateId`: refused edits of an update. */
type DraftKey = { ownerUid: string; id?: string; updateId?: string }

const maxKept = 20
const draftRow = z.object({
  form: z.string(),
  tab: draftSchema.shape.tab,
  savedAt: z.date(),
  isCurrent: z.boolean(),
})
const latestRow = z.extend(draftRow, { writer: z.string(), sequence: z.number() })

function toDraft({ form, tab, savedAt }: z.output<typeof draftRow>): Draft {
  const values = z.parse(draftSchema.shape.values, JSON.parse(form))
  return { values, tab, savedAt: savedAt.toISOString() }
}

/** Unfinished wizards, one per person, and the last edit of each campaign; with the versions that others replaced. */
export function openDrafts({ database, now }: { database: Database; now: () => Date }) {
  return {
    async find(key: DraftKey): Promise<z.output<typeof savedDraftSchema>> {
      const rows = await database.rows(
        draftRow,
        sql`select form, tab, saved_at as "savedAt", replaced_at is null as "isCurrent"
          from campaign_draft where ${isOf(key)} order by saved_at desc`,
      )
      const current = rows.find(({ isCurrent }) => isCurrent)
      return {
        draft: current ? toDraft(current) : null,
        kept: rows.filter(({ isCurrent }) => !isCurrent).map(toDraft),
      }
    },

    /** Refuses what was typed into an older version than the draft, and keeps it beside the draft. */
    async save(key: DraftKey, input: DraftInput): Promise<Draft> {
      const saved = await database.transaction((queries) => store(queries, key, input, now()))
      if (!saved) throw new Refused('draft-changed')
      return saved
    },

    /** Refuses an edit that was typed into an older version than the last edit. */
    async refuseOther(queries: Queries, key: DraftKey, input: DraftInput) {
      const current = (await listRows(queries, key)).find(({ isCurrent }) => isCurrent)
      const isOther = compare(current, input, JSON.stringify(input.values)) === 'other'
      if (isOther && !input.replaces) throw new Refused('draft-changed')
    },

    /** Stores the edit that the campaign now shows. */
    async record(queries: Transaction, key: DraftKey, input: DraftInput) {
      await store(queries, key, { ...input, replaces: true }, now())
    },

    /** Keeps an edit of an update that was refused. */
    async keepUpdate(key: DraftKey, content: UpdateContent) {
      const form = JSON.stringify(content)
      await database.run(sql`
        insert into campaign_draft (owner_uid, campaign_id, update_id, writer, sequence, form, tab, saved_at, replaced_at)
        values (${key.ownerUid}, ${key.id}, ${key.updateId}, md5(${form}), 0, ${form}, 0, ${now()}, ${now()})
        on conflict (owner_uid, campaign_id, update_id, writer) do update set replaced_at = excluded.replaced_at`)
      await deleteOldest(database, key)
    },

    /** Keeps what another tab may have typed: the draft becomes one of the versions that lost. */
    async discard(ownerUid: string) {
      await database.run(sql`update campaign_draft set replaced_at = ${now()}
        where ${isOf({ ownerUid })} and replaced_at is null`)
      await deleteOfDraft(database, ownerUid, now())
    },

    async clear(ownerUid: string, within: Queries) {
      await within.run(
        sql`delete from campaign_draft where ${isOf({ ownerUid })} and replaced_at is null`,
      )
      await deleteOfDraft(within, ownerUid, now())
    },
  }
}

const isOf = ({ ownerUid, id = '', updateId = '' }: DraftKey) =>
  sql`owner_uid = ${ownerUid} and campaign_id = ${id} and update_id = ${updateId}`

const deleteOldest = (queries: Queries, key: DraftKey) =>
  queries.run(
    sql`delete from campaign_draft where ${isOf(key)} and writer in (
      select writer from campaign_draft where ${isOf(key)} and replaced_at is not null
      order by saved_at desc offset ${maxKept})`,
  )

const listRows = (queries: Queries, key: DraftKey) =>
  queries.rows(
    latestRow,
    sql`select writer, sequence, form, tab, saved_at as "savedAt", replaced_at is null as "isCurrent"
      from campaign_draft where ${isOf(key)} order by saved_at desc`,
  )

/** The save of the same wizard that was sent later and has arrived before. */
const findNewer = (rows: z.output<typeof latestRow>[], { writer = '', sequence = 0 }: DraftInput) =>
  rows.find((row) => row.writer === writer && row.sequence > sequence)

/** The draft, or undefined if another wizard has changed it since `base`. */
async function store(
  queries: Transaction,
  key: DraftKey,
  input: DraftInput,
  at: Date,
): Promise<Draft | undefined> {
  const { ownerUid, id = '' } = key
  const { values, tab, writer = '', sequence = 0, replaces } = input
  await queries.run(takeLock(`draft ${ownerUid}`))
  const rows = await listRows(queries, key)
  const newer = findNewer(rows, input)
  if (newer) return newer.isCurrent ? toDraft(newer) : undefined
  const form = JSON.stringify(values)
  const current = rows.find(({ isCurrent }) => isCurrent)
  const order = compare(current, input, form)
  // Later than each earlier save, because the time names the version.
  const savedAt = new Date(Math.max(at.getTime(), ...rows.map((row) => row.savedAt.getTime() + 1)))
  const replacedAt = order === 'other' && !replaces ? savedAt : null
  if (replacedAt === null)
    await queries.run(
      order === 'next'
        ? sql`delete from campaign_draft where ${isOf(key)} and replaced_at is null`
        : sql`update campaign_draft set replaced_at = ${savedAt}
            where ${isOf(key)} and replaced_at is null`,
    )
  await queries.run(
    sql`delete from campaign_draft where ${isOf(key)} and replaced_at is not null
      and (writer = ${writer} or form = ${form})`,
  )
  await queries.run(
    sql`insert into campaign_draft (owner_uid, campaign_id, writer, sequence, form, tab, saved_at, replaced_at)
      values (${ownerUid}, ${id}, ${writer}, ${sequence}, ${form}, ${tab}, ${savedAt}, ${replacedAt})`,
  )
  await deleteOldest(queries, key)
  return replacedAt ? undefined : { values, tab, savedAt: savedAt.toISOString() }
}

/** 'other' where the draft has what the wizard that saves has never shown. */
function compare(
  current: z.output<typeof latestRow> | undefined,
  { writer = '', continues, base }: DraftInput,
  form: string,
): 'next' | 'other' {
  if (!current || [writer, continues].includes(current.writer) || current.form === form)
    return 'next'
  return current.savedAt.toISOString() === base ? 'next' : 'other'
}
