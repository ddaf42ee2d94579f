import { Search } from 'lucide-react'

import type { AccessLogEntry } from '#shared/access-log.ts'
import { Form } from '#web/router/form.tsx'

import { adminText } from '../../../text/admin.ts'
import { Button } from '../../../ui/button.tsx'
import { type Column, DataTable, ShortMoment } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { Field } from '../../../ui/fields.tsx'

type Props = { entries: AccessLogEntry[]; person: string }

/** Which reviewer or admin read whose personal data. */
export function AccessLogList({ entries, person }: Props) {
  const { accessLog: text } = adminText
  return (
    <>
      <search aria-label={text.search}>
        <Form key={person} className="card mb-6 flex flex-wrap items-end gap-4 p-4">
          <input type="hidden" name="tab" value="access-log" />
          <Field
            label={text.person}
            hint={text.personHint}
            name="person"
            maxLength={100}
            defaultValue={person}
            className="grow"
          />
          <Button type="submit" variant="quiet">
            <Search aria-hidden="true" size={18} />
            {text.show}
          </Button>
        </Form>
      </search>
      {entries.length === 0 ? <EmptyState title={text.none} /> : <AccessTable entries={entries} />}
    </>
  )
}

function AccessTable({ entries }: Pick<Props, 'entries'>) {
  const { accessLog: text } = adminText
  const columns: Column<AccessLogEntry>[] = [
    { header: text.when, place: 'note', cell: ({ at }) => <ShortMoment iso={at} /> },
    {
      header: text.who,
      place: 'title',
      cell: ({ staff, role }) => (
        <>
          <span className="block break-all">{staff}</span>
          <span className="text-sm text-muted">{text.roles[role]}</span>
        </>
      ),
    },
    {
      header: text.whose,
      place: 'line',
      cell: ({ concerns, subjects }) => {
        const kind = text.concerns[concerns]
        return subjects === null ? text.allPeople({ kind }) : text.people({ kind, count: subjects })
      },
    },
    {
      header: text.action,
      cell: ({ action, campaignIds }) => (
        <>
          <span className="block font-mono text-sm break-all">{action}</span>
          <span className="text-sm break-all text-muted">{campaignIds.slice(0, 3).join(', ')}</span>
        </>
      ),
    },
  ]
  return (
    <DataTable
      isWide
      caption={text.caption}
      columns={columns}
      rows={entries}
      rowKey={({ id }) => id}
    />
  )
}
