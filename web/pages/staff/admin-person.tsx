import type { PersonFile } from '#shared/console.ts'
import { useLoaderData, Link } from '#web/router/navigate.tsx'

import { paths } from '../../navigation/paths.ts'
import { adminText } from '../../text/admin.ts'
import { consoleText } from '../../text/console.ts'
import { formatMoment } from '../../format/day.ts'
import { Card } from '../../ui/card.tsx'
import { itemLoader } from '../parts/session/item-loader.ts'
import {
  ConsoleFile,
  ConsoleHeader,
  FoundDonationTable,
  Facts,
  LinkList,
  toCampaignLink,
} from './admin/overview.tsx'

export const loader = itemLoader((api, id) => api.get('/admin/people/:id', { id }))

/** What a person raises and gave. For admins. */
export function Component() {
  const { data } = useLoaderData<typeof loader>()
  return (
    <ConsoleFile file={data} title={consoleText.person.title}>
      {(loaded) => <File file={loaded} />}
    </ConsoleFile>
  )
}

function File({ file: { person, campaigns, donations } }: { file: PersonFile }) {
  const { person: text, people, yes, no } = consoleText
  const rows = [
    [text.kind, people[person.kind]],
    [text.email, person.email ?? ''],
    ...(person.createdAt === null
      ? []
      : ([
          [text.since, formatMoment(person.createdAt)],
          [text.verified, person.emailVerified ? yes : no],
          [text.disabled, person.isDisabled ? yes : no],
          [
            text.roles,
            person.roles.map((role) => adminText.accessLog.roles[role]).join(', ') || text.none,
          ],
        ] as const)),
  ] as const
  return (
    <div className="space-y-6">
      <ConsoleHeader title={text.title} subtitle={person.name || people.noName} />
      <Card>
        <Facts rows={rows} />
        <Link
          to={`${paths.admin}?tab=access-log&person=${encodeURIComponent(person.id)}`}
          className="link tap"
        >
          {text.access}
        </Link>
      </Card>
      <section>
        <h2 className="text-xl font-bold">{text.campaigns}</h2>
        {campaigns.length === 0 && <p>{text.none}</p>}
        <LinkList links={campaigns.map(toCampaignLink)} />
      </section>
      <section className="space-y-2">
        <h2 className="text-xl font-bold">{text.donations}</h2>
        {donations.length === 0 ? <p>{text.none}</p> : <FoundDonationTable donations={donations} />}
      </section>
    </div>
  )
}
