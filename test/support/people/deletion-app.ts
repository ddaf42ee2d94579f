import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll } from 'vitest'
import * as z from 'zod/mini'

import type { Database } from '#server/platform/database/database.ts'
import { sql } from '#server/platform/database/sql.ts'
import type { User } from '#server/platform/policy/actor.ts'
import type { NewCampaign, StoredCampaign } from '#server/providers/content/content.ts'
import { sealingWith } from '#server/platform/runtime/sealing.ts'
import { documentSchema } from '#shared/document.ts'
import { testSecret } from '#test/support/servers/app.ts'
import { insertCampaignBy } from '#test/support/campaigns/campaigns.ts'
import { testDatabase } from '#test/support/database/database.ts'
import {
  hostedContent,
  insertProfile,
  type StoreKind,
} from '#test/support/campaigns/hosted-content.ts'
import { openPictures } from '#test/support/campaigns/pictures.ts'
import { openMoneyApp } from '#test/support/money/money-app.ts'
import { pdf } from '#test/support/documents/pdf-files.ts'
import { ada, as, chidi, createPerson, visitor, type Person } from './people.ts'

export const password = 'mango rain 47'

type Databases = { database: Database; owner: Database }

/** The whole app on one of the content stores, with an organiser and a reviewer, for tests of deletions. */
export async function openDeletionApp(kind: StoreKind, settings: Record<string, string> = {}) {
  const { database, owner, empty } = await testDatabase()
  const dataDir = mkdtempSync(join(tmpdir(), 'ajo-deletion-'))
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }))
  const hosted =
    kind === 'hosted'
      ? await hostedContent(database, { digests: sealingWith(testSecret) })
      : undefined
  const env = { DATA_DIR: dataDir, ...settings }
  const at = await openMoneyApp({ database, owner, env, ...(hosted && { stores: hosted }) })

  const people = peopleAndMoney(at, { database, owner, hosted })
  const emptyAll = async () => {
    await empty()
    await hosted?.empty()
  }
  return {
    ...at,
    database,
    owner,
    hosted,
    dataDir,
    empty: emptyAll,
    ...people,
    ...requests(at),
    /** Until a transaction waits for an advisory lock. */
    async waitForLock() {
      for (;;) {
        const [waiting] = await owner.rows(
          z.object({ count: z.int() }),
          sql`select count(*) from pg_locks where locktype = 'advisory' and not granted
            and database = (select oid from pg_database where datname = current_database())`,
        )
        if (waiting && waiting.count > 0) return
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
    },
    /** Empties everything and creates an organiser with a public campaign, and a reviewer. */
    async reset() {
      await emptyAll()
      at.clock.now = new Date('2026-05-01T09:00:00.000Z')
      const organiser = await people.createPerson(ada)
      const reviewer = await people.createPerson(chidi)
      return { organiser, reviewer, campaign: await people.publish(organiser) }
    },
  }
}

type At = Awaited<ReturnType<typeof openMoneyApp>>
type Hosted = Awaited<ReturnType<typeof hostedContent>> | undefined

function peopleAndMoney(at: At, { database, owner, hosted }: Databases & { hosted: Hosted }) {
  const addPicture = openPictures(at)
  return {
    /** Inserts a person also into the hosted store, which has profiles of its own. */
    async createPerson(user: User): Promise<Person> {
      const person = await createPerson(database, user, { password, now: () => at.clock.now })
      if (hosted) await insertProfile(hosted.content, person)
      return person
    },

    /** A public campaign with a picture. */
    async publish(owner_: Person, change: Partial<NewCampaign> = {}): Promise<StoredCampaign> {
      const image = await addPicture(owner_.uid)
      const campaign = await insertCampaignBy(at.content, owner_, 'approved', {
        title: 'Ada Obi’s surgery in Ife',
        endDate: '2026-06-01',
        images: [{ ...image, alt: 'Ada in the hospital' }],
        createdAt: at.clock.now,
        ...change,
      })
      const stored = await at.content.findCampaign(campaign.id)
      if (!stored) throw new Error('the campaign was not stored')
      return stored
    },

    /** A paid donation. Returns its reference. */
    async donate(campaign: StoredCampaign, email = 'donor@example.com'): Promise<string> {
      await at.startDonation(email, { campaign })
      const reference = at.provider.lastReference()
      await at.pay(reference, { paidAt: at.clock.now })
      return reference
    },

    /** The provider pays out everything. */
    async settle(references: readonly string[]): Promise<void> {
      at.provider.addSettlement(references)
      await at.payouts.reconcileSettlements()
    },

    end: (campaign: StoredCampaign) =>
      at.content.changeCampaign(campaign.id, { from: 'approved', to: 'ended' }),

    /** Records a step with words of the owner, as an answer to a reviewer does. */
    recordAnswer: ({ id, ownerUid }: StoredCampaign, reason: string) =>
      owner.run(sql`insert into campaign_history (campaign_id, id, event, to_status, actor_uid, reason, at)
        values (${id}, gen_random_uuid(), 'answer', 'pending', ${ownerUid}, ${reason}, ${at.clock.now})`),
  }
}

function requests(at: At) {
  return {
    report: (campaign: { id: string }, who: Person | typeof visitor = visitor) =>
      as(at.app, who)(`/api/campaigns/${campaign.id}/reports`, {
        method: 'POST',
        body: { reason: 'fraud', details: 'The hospital does not know Ada.' },
      }),

    /** Adds a supporting document. Returns its id. */
    async addDocument(person: Person, { id }: { id: string }, name = 'Hospital bill.pdf') {
      const body = new FormData()
      body.append('file', new File([new Uint8Array(pdf())], name))
      const path = `/api/campaigns/${id}/documents`
      const response = await as(at.app, person)(path, { method: 'POST', body })
      return z.parse(documentSchema, await response.json()).id
    },

    deleteAccount: (person: Person) =>
      as(at.app, person)('/api/account/deletion', {
        method: 'POST',
        body: { currentPassword: password },
      }),

    deleteCampaign: (person: Person, { id }: { id: string }) =>
      as(at.app, person)(`/api/campaigns/${id}`, { method: 'DELETE' }),
  }
}
