import { settlementStates, type CampaignMoney } from '#shared/campaign-money.ts'
import { formatNaira, type Kobo } from '#shared/money.ts'

import { moneyText } from '../../text/payouts.ts'
import { Card } from '../../ui/card.tsx'

type Props = Pick<CampaignMoney, 'sums' | 'settled'> & { isOwner: boolean }

/** What a campaign comes to, and where its owner's share of that is. */
export function MoneySums({ sums, settled, isOwner }: Props) {
  const { others } = moneyText
  const text = { ...moneyText.sums, ...(!isOwner && others.sums) }
  const where = { ...moneyText.settled, ...(!isOwner && others.settled) }
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <Card>
        <h2 className="text-xl font-bold">{text.title}</h2>
        <dl className="mt-4 divide-y divide-line">
          <Sum name={text.given} amount={sums.given} />
          <Sum name={text.returned} amount={sums.returned} />
          <Sum name={text.raised} amount={sums.raised} isMain />
          <Sum name={text.fees} amount={sums.fees} />
          <Sum name={text.platform} amount={sums.platform} />
          <Sum name={text.net} amount={sums.net} isMain />
        </dl>
        <p className="mt-3 text-sm text-muted">{text.netHint}</p>
      </Card>
      <Card>
        <h2 className="text-xl font-bold">{where.title}</h2>
        <dl className="mt-4 divide-y divide-line">
          {settlementStates.map((state) => (
            <Sum key={state} name={where.states[state]} amount={settled[state]} />
          ))}
        </dl>
        <p className="mt-3 text-sm text-muted">{where.hint}</p>
      </Card>
    </div>
  )
}

function Sum({ name, amount, isMain }: { name: string; amount: Kobo; isMain?: boolean }) {
  return (
    <div className={`flex flex-wrap justify-between gap-x-6 py-2.5 ${isMain ? 'font-bold' : ''}`}>
      <dt className={isMain ? '' : 'text-muted'}>{name}</dt>
      <dd className="money text-right">{formatNaira(amount)}</dd>
    </div>
  )
}
