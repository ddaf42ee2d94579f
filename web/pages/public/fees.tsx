import { brand } from '#shared/brand.ts'
import { getFeeRange, quoteFees } from '#shared/fees.ts'
import { formatNaira, kobo } from '#shared/money.ts'
import { policyVersions } from '#shared/policy-versions.ts'

import { PolicyLayout } from './policies/policy-layout.tsx'
import { loadPolicyValues } from './policies/policy.loaders.ts'
import { paths } from '../../navigation/paths.ts'
import { policyText } from '../../text/policy.ts'
import { DataTable } from '../../ui/data-table.tsx'
import type { Policy } from './policies/policy.ts'

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
          { header: examples.donation, numeric: true, cell: (row) => formatNaira(row.amount) },
          {
            header: examples.card,
            place: 'detail',
            numeric: true,
            cell: (row) => formatNaira(row.fee),
          },
          {
            header: examples.international,
            place: 'detail',
            numeric: true,
            cell: ({ amount }) => {
              const { min, max } = getFeeRange(amount, { channel: 'card', origin: 'international' })
              return `${formatNaira(min)} – ${formatNaira(max)}`
            },
          },
          {
            header: examples.platform,
            place: 'detail',
            numeric: true,
            cell: (row) => formatNaira(row.platform),
          },
          {
            header: examples.owner,
            place: 'line',
            numeric: true,
            cell: (row) => formatNaira(row.owner),
          },
        ]}
      />
    </div>
  )
}

const fees: Policy = {
  title: 'Fees',
  summary: 'What is deducted from a donation and what the campaign receives.',
  ...policyVersions.fees,
  toSections: () => [
    {
      title: `${brand} fee`,
      paragraphs: [
        `${brand} keeps ₦1 of each donation of any size by the donation form. Creating an account, starting a campaign and having it reviewed are free.`,
      ],
    },
    {
      title: 'Payment provider fee',
      paragraphs: [
        'By Nigerian card, bank transfer, USSD or bank account the payment provider charges 1.5% plus ₦100, up to ₦2,000. The ₦100 is waived on donations under ₦2,500.',
        `Cards from other countries cost 3.9% plus ₦100, American Express 4.5%. A transfer to a campaign’s own account number costs 1%, up to ₦300, and ${brand} takes nothing of it.`,
        'These are the provider’s published fees. Our records, the receipt and what the organiser receives use the fee that the provider actually charged.',
      ],
    },
    {
      title: 'What the campaign receives',
      paragraphs: [
        'Everything else. The payment provider pays it to the organiser’s bank account on its own schedule. The donation form shows all three amounts before you pay.',
        'The amount raised that a campaign shows is what donors paid, before fees.',
      ],
    },
  ],
}
