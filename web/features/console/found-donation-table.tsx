import type { FoundDonation } from '#shared/console.ts'
import { formatNaira } from '#shared/money.ts'
import { Link } from '#web/router/link.tsx'

import { adminCampaignPath, adminDonationPath } from '../../navigation/paths.ts'
import { consoleText } from '../../text/console.ts'
import { statusName } from '../../text/status-name.ts'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { NameAndAddress } from '../../ui/name-and-address.tsx'
import { ShortMoment } from '../../ui/short-moment.tsx'

/** Donations with the link to the page of each. */
export function FoundDonationTable({ donations }: { donations: FoundDonation[] }) {
  const { donations: text } = consoleText
  const columns: Column<FoundDonation>[] = [
    {
      key: 'donor',
      header: text.donor,
      cell: ({ id, donor, email }) => (
        <>
          <NameAndAddress name={donor || text.noName} address={email} />
          <Link to={adminDonationPath(id)} className="link block py-1">
            {text.open}
          </Link>
        </>
      ),
    },
    {
      key: 'amount',
      header: text.amount,
      numeric: true,
      cell: ({ amount }) => formatNaira(amount),
    },
    { key: 'status', header: text.status, cell: ({ status }) => statusName(status) },
    {
      key: 'campaign',
      header: text.campaign,
      cell: ({ campaign }) => (
        <Link to={adminCampaignPath(campaign.id)} className="link">
          {campaign.title}
        </Link>
      ),
    },
    { key: 'date', header: text.date, cell: ({ createdAt }) => <ShortMoment iso={createdAt} /> },
  ]
  return (
    <DataTable caption={text.caption} columns={columns} rows={donations} rowKey={({ id }) => id} />
  )
}
