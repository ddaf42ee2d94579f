import type { Ajo } from './ajo.ts'
import { withDatabase } from './story-campaign.ts'

/** The sample data has two people who review. Some decisions need a third, who neither approved the campaign nor decided about it. */
export async function makeReviewer(ajo: Ajo, email: string) {
  await withDatabase(ajo, (client) =>
    client.query(
      `insert into account_role (uid, role, granted_at, requires_two_factor)
      select uid, 'reviewer', now(), false from account where email = $1`,
      [email],
    ),
  )
}

/** The stories after this one use the same person. */
export async function withdrawRole(ajo: Ajo, email: string) {
  await withDatabase(ajo, (client) =>
    client.query(
      'delete from account_role where uid = (select uid from account where email = $1)',
      [email],
    ),
  )
}
