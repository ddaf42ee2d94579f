import * as z from 'zod/mini'

import { type Queries, sql } from '../storage/database.ts'

const row = z.object({ isUploaded: z.boolean() })

type NewUpload = { fileName: string; disputeId: number; expiresAt: Date }

export const insertUpload = (queries: Queries, { fileName, disputeId, expiresAt }: NewUpload) =>
  queries.run(sql`
    insert into sandbox.upload (file_name, dispute_id, expires_at) values (${fileName}, ${disputeId}, ${expiresAt})`)

/** False for an address that was not given out or has expired. */
export async function saveUpload(
  queries: Queries,
  { fileName, content, now }: { fileName: string; content: Buffer; now: Date },
): Promise<boolean> {
  const saved = await queries.run(sql`
    update sandbox.upload set content = ${content} where file_name = ${fileName} and expires_at > ${now}`)
  return saved > 0
}

export async function isUploaded(queries: Queries, disputeId: number, fileName: string) {
  const found = await queries.row(
    row,
    sql`select content is not null as "isUploaded" from sandbox.upload
      where file_name = ${fileName} and dispute_id = ${disputeId}`,
  )
  return found?.isUploaded ?? false
}
