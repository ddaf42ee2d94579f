import { useState } from 'react'

import type { DonationEvent, DonationFile } from '#shared/console.ts'
import { formatNaira } from '#shared/money.ts'
import { useLoaderData, useRevalidator, Link } from '#web/router/navigate.tsx'

import { adminCampaignPath, adminPersonPath, payoutsPath } from '../../navigation/paths.ts'
import { consoleText } from '../../text/console.ts'
import { refundStaffText } from '../../text/refund-staff.ts'
import { statusName } from '../../format/status-name.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { type Column, DataTable, ShortMoment } from '../../ui/data-table.tsx'
import { RefundDialog } from '../parts/refund/refund-dialog.tsx'
import { itemLoader } from '../parts/session/item-loader.ts'
import { ConsoleFile, ConsoleHeader, Facts } from './admin/overview.tsx'

export const loader = itemLoader((api, id) => api.get('/admin/donations/:id', { id }))

/** Everything that is known about a donation. For admins. */
export function Component() {
  const { data } = useLoaderData<typeof loader>()
  return (
    <ConsoleFile file={data} title={consoleText.donation.title}>
      {(loaded) => <File file={loaded} />}
    </ConsoleFile>
  )
}

function File({ file: { donation, events } }: { file: DonationFile }) {
  const { donation: text } = consoleText
  const { revalidate } = useRevalidator()
  const [isRefunding, setRefunding] = useState(false)
  return (
    <div className="space-y-6">
      <ConsoleHeader
        title={text.title}
        subtitle={`${formatNaira(donation.amount)}, ${statusName(donation.status)}`}
      />
      <DonationFacts donation={donation} />
      {donation.refundable > 0 && (
        <Button variant="quiet" onClick={() => setRefunding(true)}>
          {refundStaffText.open}
        </Button>
      )}
      <section className="space-y-2">
        <h2 className="text-xl font-bold">{text.events}</h2>
        <EventTable events={events} />
      </section>
      {isRefunding && (
        <RefundDialog
          donation={donation}
          onDone={() => {
            setRefunding(false)
            void revalidate()
          }}
          onClose={() => setRefunding(false)}
        />
      )}
    </div>
  )
}

function DonationFacts({ donation }: Pick<DonationFile, 'donation'>) {
  const { donation: text, donations: names, yes, no } = consoleText
  const { campaign, personId, donor, email } = donation
  const rows = [
    [
      text.person,
      <Link key="person" to={adminPersonPath(personId)} className="link">
        {donor || names.noName}, {email ?? ''}
      </Link>,
    ],
    [
      names.campaign,
      <Link key="campaign" to={adminCampaignPath(campaign.id)} className="link">
        {campaign.title}
      </Link>,
    ],
    [
      text.reference,
      <span key="reference" className="code">
        {donation.reference}
      </span>,
    ],
    [text.receipt, donation.receipt ?? ''],
    [text.channel, donation.channel ?? ''],
    [text.anonymous, donation.anonymous ? yes : no],
    [text.sharesEmail, donation.sharesEmail ? yes : no],
    ...(donation.message === '' ? [] : ([[text.message, donation.message]] as const)),
  ] as const
  return (
    <Card>
      <Facts rows={rows} />
      <Link to={payoutsPath(campaign.id)} className="link tap">
        {text.money}
      </Link>
    </Card>
  )
}

function EventTable({ events }: Pick<DonationFile, 'events'>) {
  const { donation: text } = consoleText
  const columns: Column<{ key: string; event: DonationEvent }>[] = [
    { header: text.when, place: 'note', cell: ({ event }) => <ShortMoment iso={event.at} /> },
    { header: text.what, place: 'title', cell: ({ event }) => text.kinds[event.kind] },
    { header: text.detail, place: 'line', cell: ({ event }) => event.name },
    {
      header: text.amount,
      numeric: true,
      cell: ({ event }) => (event.amount === null ? '' : formatNaira(event.amount)),
    },
  ]
  const rows = events.map((event, index) => ({ key: `${index}`, event }))
  return <DataTable caption={text.events} columns={columns} rows={rows} rowKey={({ key }) => key} />
}
