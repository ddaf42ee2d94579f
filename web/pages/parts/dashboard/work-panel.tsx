import { ChevronRight } from 'lucide-react'
import { useState } from 'react'

import type { Work, WorkKind } from '#shared/work.ts'
import { useRevalidator, Link } from '#web/router/navigate.tsx'

import { browserApi } from '../../../api/client.ts'
import { useApiAction } from '../../../forms/use-api-action.ts'
import { formatShortMoment } from '../../../format/day.ts'
import { paths } from '../../../navigation/paths.ts'
import { formatCount } from '../../../text/language.ts'
import { workText as text } from '../../../text/work.ts'
import { CheckboxField } from '../../../ui/fields.tsx'
import { Section } from '../../../ui/section.tsx'

const addresses: Record<WorkKind, string> = {
  disputes: `${paths.disputes}?kind=open`,
  appeals: `${paths.cases}?tab=appeals`,
  reports: paths.cases,
  campaigns: paths.reviews,
  changes: `${paths.reviews}?kind=change`,
  quarantine: `${paths.admin}?tab=quarantine`,
  refunds: `${paths.admin}?tab=refunds`,
  jobs: `${paths.admin}?tab=jobs`,
  emails: `${paths.admin}?tab=emails`,
}

/** What its reader can decide now, with the number, the oldest and the next deadline of each kind. */
export function WorkPanel({ work: { kinds, isMailed } }: { work: Work }) {
  const { revalidate } = useRevalidator()
  const { run, busy } = useApiAction()
  const [openedAt] = useState(Date.now)
  const setMailed = (wanted: boolean) =>
    run(async () => {
      await browserApi.put('/work/mail', { isMailed: wanted })
      await revalidate()
    })
  return (
    <Section id="work" title={text.title} className="card p-5 sm:p-6">
      {kinds.length === 0 && <p className="mt-2">{text.none}</p>}
      <ul className="mt-2 divide-y divide-line">
        {kinds.map(({ kind, count, oldestAt, dueAt }) => (
          <li key={kind}>
            <Link to={addresses[kind]} className="flex min-h-14 items-center gap-3 py-2">
              <span className="min-w-0 grow">
                <span className="block font-semibold">{text.kinds[kind]}</span>
                <span className="block text-sm text-muted">
                  {dueAt === null
                    ? text.oldest({ when: formatShortMoment(oldestAt) })
                    : text[Date.parse(dueAt) < openedAt ? 'overdue' : 'due']({
                        oldest: formatShortMoment(oldestAt),
                        when: formatShortMoment(dueAt),
                      })}
                </span>
              </span>
              <span className="money font-bold">{formatCount(count)}</span>
              <ChevronRight size={18} aria-hidden="true" className="shrink-0 text-muted" />
            </Link>
          </li>
        ))}
      </ul>
      <CheckboxField
        className="mt-4"
        label={text.mail}
        disabled={busy}
        checked={isMailed}
        onChange={(event) => void setMailed(event.currentTarget.checked)}
      />
    </Section>
  )
}
