import * as z from 'zod/mini'

import type { Database, Transaction } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import type { Sealing } from '../runtime/sealing.ts'
import { sealRecipient } from './recipient.ts'

type Deps = { database: Database; sealing: Pick<Sealing, 'seal' | 'fingerprint'> }

const batchSize = 200
const plainRow = z.object({ id: z.string(), address: z.string() })
type PlainRow = z.output<typeof plainRow>

/**
 * Seals the addresses that an earlier version stored in plain text, in small transactions. A run that was stopped continues where it ended,
 * because a sealed row is not plain any more.
 */
export async function sealPlainRecipients(deps: Deps): Promise<void> {
  while ((await sealBatch(deps, selectMails, updateMails)) === batchSize);
  while ((await sealBatch(deps, selectSuppressed, updateSuppressed)) === batchSize);
}

const selectMails = sql`
  select id, recipient as address from mail_outbox where recipient <> ''
  order by created_at limit ${batchSize} for update skip locked`
const selectSuppressed = sql`
  select id, address from mail_suppression where address_key is null
  order by at limit ${batchSize} for update skip locked`

type Update = (queries: Transaction, fresh: ReturnType<typeof toColumns>) => Promise<unknown>

async function sealBatch(
  { database, sealing }: Deps,
  select: typeof selectMails,
  update: Update,
): Promise<number> {
  return database.transaction(async (queries) => {
    const rows = await queries.rows(plainRow, select)
    if (rows.length > 0) await update(queries, toColumns(sealing, rows))
    return rows.length
  })
}

function toColumns(sealing: Deps['sealing'], rows: PlainRow[]) {
  const sealed = rows.map(({ address }) => sealRecipient(sealing, address))
  return {
    ids: rows.map(({ id }) => id),
    sealed: sealed.map((recipient) => recipient.sealed),
    keys: sealed.map(({ key }) => key),
    domains: sealed.map(({ domain }) => domain),
  }
}

/** Keys of an earlier version may name the address. */
const updateMails: Update = (queries, { ids, sealed, keys, domains }) =>
  queries.run(sql`
    update mail_outbox set recipient = null, recipient_sealed = fresh.sealed, recipient_key = fresh.key, domain = fresh.domain,
      key = case when strpos(lower(mail_outbox.key), lower(recipient)) = 0 then mail_outbox.key end
    from unnest(${ids}::uuid[], ${sealed}::bytea[], ${keys}::bytea[], ${domains}::text[]) as fresh (id, sealed, key, domain)
    where mail_outbox.id = fresh.id`)

/** Both versions may have suppressed the same address. */
const updateSuppressed: Update = async (queries, { ids, sealed, keys }) => {
  const fresh = sql`unnest(${ids}::uuid[], ${sealed}::bytea[], ${keys}::bytea[]) as fresh (id, sealed, key)`
  await queries.run(sql`
    delete from mail_suppression plain using ${fresh}
    where plain.id = fresh.id and exists (select from mail_suppression other where other.address_key = fresh.key)`)
  await queries.run(sql`
    update mail_suppression set address = default, address_sealed = fresh.sealed, address_key = fresh.key
    from ${fresh} where mail_suppression.id = fresh.id`)
}
