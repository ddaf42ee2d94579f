import { randomUUID } from 'node:crypto'

import type { Database } from '#server/platform/database/database.ts'
import { sql } from '#server/platform/database/sql.ts'
import type { Sealing } from '#server/platform/runtime/sealing.ts'

import type { CampaignName } from './matrix-moderation.ts'
import type { Role } from './matrix-roles.ts'

/** Ids of the invitation of the donor, of its row, and of what the owner asks the treasurer. */
export type Members = { invitation: string; editor: string; request: string }

type People = Record<Role, { uid: string; email: string } | undefined>
type World = { people: People; campaigns: Record<CampaignName, { id: string }> }

/** An editor and a treasurer of all campaigns of the owner, an invitation, and a request of the owner. */
export async function insertMembers(
  owner: Database,
  sealing: Sealing,
  { people, campaigns }: World,
): Promise<Members> {
  const { owners, ownersPending, frozen, takenDown } = campaigns
  const members = { invitation: randomUUID(), editor: randomUUID(), request: randomUUID() }
  for (const { id } of [owners, ownersPending, frozen, takenDown])
    for (const role of ['editor', 'treasurer'] as const)
      await owner.run(sql`
        insert into campaign_member (id, campaign_id, role, invited_at, uid, accepted_at, confirms_from)
        values (${role === 'editor' && id === owners.id ? members.editor : randomUUID()}, ${id}, ${role},
          now(), ${people[role]?.uid}, now(), now())`)
  await owner.run(sql`
    insert into campaign_member (id, campaign_id, role, email_sealed, invited_at)
    values (${members.invitation}, ${owners.id}, 'editor', ${sealing.seal('member-email', people.donor?.email ?? '')}, now())`)
  await owner.run(sql`
    insert into campaign_request (id, campaign_id, kind, uid, input_sealed, asked_at)
    values (${members.request}, ${owners.id}, 'end', ${people.owner?.uid}, ${sealing.seal('member-request', '{"kind":"end"}')}, now())`)
  return members
}
