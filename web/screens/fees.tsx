import { quoteFees } from '#shared/fees.ts'
import { formatNaira, kobo } from '#shared/money.ts'

import { PolicyLayout } from '../app/layouts/policy-layout.tsx'
import { paths } from '../paths.ts'
import { fees } from '../policies/fees.ts'
import { policyText } from '../text/policy.ts'
import { DataTable } from '../ui/data-table.tsx'

export function Component() {
  return (
    <PolicyLayout policy={fees} path={paths.fees}>
      <Examples />
    </PolicyLayout>
  )
}

const gifts = [kobo(1_000_00), kobo(10_000_00), kobo(500_000_00)]

/** Reckoned as the donate form reckons, so that both say the same. */
function Examples() {
  const { examples } = policyText
  const quoted = gifts.map((gift) => ({ gift, ...quoteFees(gift) }))
  return (
    <div className="mt-9">
      <DataTable
        caption={examples.caption}
        rows={quoted}
        rowKey={({ gift }) => String(gift)}
        columns={[
          {
            key: 'gift',
            header: examples.gift,
            numeric: true,
            cell: (row) => formatNaira(row.gift),
          },
          {
            key: 'card',
            header: examples.card,
            numeric: true,
            cell: (row) => formatNaira(row.fee),
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
