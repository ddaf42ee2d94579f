import type { Database } from '#server/platform/database/database.ts'
import type { TestAppOptions } from '#test/support/servers/app.ts'
import { openCampaignApp } from './campaign-app.ts'
import { hostedContent, insertProfile, type StoreKind } from './hosted-content.ts'
import { ada, createPerson, type Person } from '#test/support/people/people.ts'

/** The app on each of the content stores, which share one database. */
export async function openStoreApps(database: Database, options: TestAppOptions = {}) {
  const hosted = await hostedContent(database)
  const apps = {
    embedded: await openCampaignApp(database, options),
    hosted: await openCampaignApp(database, { ...options, stores: hosted }),
  }
  return {
    apps,
    emptyHosted: hosted.empty,
    /** Ada, who organises the campaigns of the test. */
    createOwner: async (kind: StoreKind): Promise<Person> => {
      const owner = await createPerson(database, ada)
      if (kind === 'hosted') await insertProfile(apps.hosted.content, owner)
      return owner
    },
  }
}
