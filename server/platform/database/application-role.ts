import { setTimeout as pause } from 'node:timers/promises'

import pg from 'pg'

/** The role that every query of the application runs as. It owns nothing; migrations grant it what it needs. */
export const applicationRole = 'ajo_app'

/** Creates the role where it is missing. Roles belong to the whole cluster, so migrations of two databases can collide here. */
export async function ensureApplicationRole(client: pg.Client) {
  await retryCollision(async () => {
    const { rows } = await client.query<{ exists: boolean }>(
      'select exists (select from pg_roles where rolname = $1) as exists',
      [applicationRole],
    )
    if (!rows[0]?.exists) await client.query(`create role ${applicationRole} nologin`)
  })
  await retryCollision(async () => {
    const { rows } = await client.query<{ member: boolean }>(
      `select pg_has_role(current_user, $1, 'usage') as member`,
      [applicationRole],
    )
    if (!rows[0]?.member) await client.query(`grant ${applicationRole} to current_user`)
  })
  await client.query(`grant usage on schema public to ${applicationRole}`)
}

/** Retries: of two sessions that change the same role at once, one fails and then finds the change done. */
async function retryCollision(work: () => Promise<void>) {
  for (let attempt = 1; ; attempt++)
    try {
      return await work()
    } catch (error) {
      if (attempt >= 10 || !isCollision(error)) throw error
      await pause(attempt * 10)
    }
}

/** 42710 and 23505: another session created it first. XX000: "tuple concurrently updated". */
function isCollision(error: unknown) {
  return error instanceof pg.DatabaseError && ['42710', '23505', 'XX000'].includes(error.code ?? '')
}
