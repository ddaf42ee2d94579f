import { Search } from 'lucide-react'

import type { FoundPerson, SearchResult } from '#shared/console.ts'
import { Form } from '#web/router/form.tsx'
import { Link } from '#web/router/link.tsx'

import { adminCampaignPath, adminPersonPath } from '../../navigation/paths.ts'
import { consoleText } from '../../text/console.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { FoundDonationTable } from './found-donation-table.tsx'

export function ConsoleSearch({ q }: { q: string }) {
  const { search: text } = consoleText
  return (
    <search aria-label={text.label}>
      <Form key={q} className="card flex flex-wrap items-end gap-4 p-4">
        <input type="hidden" name="tab" value="overview" />
        <Field
          label={text.field}
          hint={text.hint}
          name="q"
          maxLength={200}
          defaultValue={q}
          className="grow"
        />
        <Button type="submit" variant="quiet">
          <Search aria-hidden="true" size={18} />
          {text.button}
        </Button>
      </Form>
    </search>
  )
}

export function SearchResults({ result }: { result: SearchResult }) {
  const { search: text } = consoleText
  const { donations, people, campaigns } = result
  if (donations.length + people.length + campaigns.length === 0)
    return <EmptyState title={text.none} text={text.noneHint} />
  return (
    <div className="space-y-6">
      {people.length > 0 && (
        <section>
          <h2 className="font-bold">{text.people}</h2>
          <ul>
            {people.map((person) => (
              <li key={person.id}>
                <PersonLink person={person} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {campaigns.length > 0 && (
        <section>
          <h2 className="font-bold">{text.campaigns}</h2>
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
      )}
      {donations.length > 0 && (
        <section className="space-y-2">
          <h2 className="font-bold">{text.donations}</h2>
          <FoundDonationTable donations={donations} />
        </section>
      )}
    </div>
  )
}

export function PersonLink({ person: { id, kind, name, email } }: { person: FoundPerson }) {
  const { people: text } = consoleText
  return (
    <Link to={adminPersonPath(id)} className="link inline-block py-2 wrap-anywhere">
      {name || text.noName}, {email ?? ''} ({text[kind]})
    </Link>
  )
}
