import type { PersonFile } from '#shared/console.ts'
import { useLoaderData, Link } from '#web/router/navigate.tsx'
import type { LoaderFunctionArgs } from '#web/router/route.ts'

import { getApi, toOutcome } from '../../api/client.ts'
import { adminCampaignPath, paths } from '../../navigation/paths.ts'
import { consoleText } from '../../text/console.ts'
import { formatMoment } from '../../format/day.ts'
import { Card } from '../../ui/card.tsx'
import { requireAccount } from '../parts/session/account.loaders.ts'
import { ConsoleFile, ConsoleHeader, FoundDonationTable, Facts } from './admin/overview.tsx'

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  await requireAccount(context, request)
  return { file: toOutcome(getApi(context).get('/admin/people/:id', { id: params.id ?? '' })) }
}

/** What a person raises and gave. For admins. */
export function Component() {
  const { file } = useLoaderData<typeof loader>()
  return (
    <ConsoleFile file={file} title={consoleText.person.title}>
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
          [text.roles, person.roles.join(', ') || text.none],
        ] as const)),
  ] as const
  return (
    <div className="space-y-6">
      <ConsoleHeader title={text.title} subtitle={person.name || people.noName} />
      <Card>
        <Facts rows={rows} />
        <Link
          to={`${paths.admin}?tab=access-log&person=${encodeURIComponent(person.id)}`}
          className="link inline-block py-2"
        >
          {text.access}
        </Link>
      </Card>
      <section>
        <h2 className="text-xl font-bold">{text.campaigns}</h2>
        {campaigns.length === 0 && <p>{text.none}</p>}
        <ul>
          {campaigns.map(({ id, title }) => (
            <li key={id}>
              <Link to={adminCampaignPath(id)} className="link inline-block py-2">
                {title}
              </Link>
            </li>
          ))}
        </ul>
      </section>
      <section className="space-y-2">
        <h2 className="text-xl font-bold">{text.donations}</h2>
        {donations.length === 0 ? <p>{text.none}</p> : <FoundDonationTable donations={donations} />}
      </section>
    </div>
  )
}
