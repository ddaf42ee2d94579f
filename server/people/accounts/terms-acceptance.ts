import * as z from 'zod/mini'

import { policyVersions } from '#shared/policy-versions.ts'

import type { Queries } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

const current = policyVersions.terms.version

/** Stores that the person accepted the current terms. */
export async function acceptTerms(queries: Queries, uid: string, at: Date): Promise<void> {
  await queries.run(sql`
    insert into terms_acceptance (uid, version, accepted_at) values (${uid}, ${current}, ${at})
    on conflict do nothing`)
}

export async function hasAcceptedTerms(queries: Queries, uid: string): Promise<boolean> {
  const found = await queries.row(
    z.object({ version: z.string() }),
    sql`select version from terms_acceptance where uid = ${uid} and version = ${current}`,
  )
  return found !== undefined
}
