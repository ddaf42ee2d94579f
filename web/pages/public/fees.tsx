import { getFeeRange, quoteFees } from '#shared/fees.ts'
import { formatNaira, kobo } from '#shared/money.ts'

import { PolicyLayout } from './policies/policy-layout.tsx'
import { loadPolicyValues } from './policies/policy.loaders.ts'
import { paths } from '../../navigation/paths.ts'
import { fees } from './policies/fees.ts'
import { policyText } from '../../text/policy.ts'
import { DataTable } from '../../ui/data-table.tsx'

export const loader = loadPolicyValues

export function Component() {
  return (
    <PolicyLayout policy={fees} path={paths.fees}>
      <Examples />
    </PolicyLayout>
  )
}

const amounts = [kobo(1_000_00), kobo(10_000_00), kobo(500_000_00)]

/** Calculated like the quote of the donate form. */
function Examples() {
  const { examples } = policyText
  const quotes = amounts.map((amount) => ({ amount, ...quoteFees(amount) }))
  return (
    <div className="mt-9">
      <DataTable
        caption={examples.caption}
        rows={quotes}
        rowKey={({ amount }) => String(amount)}
        columns={[
          {
            key: 'amount',
            header: examples.donation,
            numeric: true,
            cell: (row) => formatNaira(row.amount),
          },
          {
            key: 'card',
            header: examples.card,
            numeric: true,
            cell: (row) => formatNaira(row.fee),
          },
          {
            key: 'international',
            header: examples.international,
            numeric: true,
            cell: ({ amount }) => {
              const { min, max } = getFeeRange(amount, {
                channel: 'card',
                origin: 'international',
              })
              return `${formatNaira(min)} – ${formatNaira(max)}`
            },
          },
          {
            key: 'platform',
            header: examples.platform,
            numeric: true,
            cell: (row) => formatNaira(row.platform),
          },
          {
            key: 'owner',
            header: examples.owner,
            numeric: true,
            cell: (row) => formatNaira(row.owner),
          },
        ]}
      />
    </div>
  )
}
