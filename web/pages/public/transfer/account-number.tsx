import type { AccountNumber } from '#shared/account-number.ts'

import { transferText } from '../../../text/transfer.ts'

/** Where to transfer from a bank's app or by USSD. The number can be selected as one word. */
export function AccountNumberCard({ account }: { account: AccountNumber }) {
  const { account: text } = transferText
  const facts = [
    [text.bank, account.bankName],
    [text.number, account.number],
    [text.name, account.accountName],
  ] as const
  return (
    <section className="card space-y-3 p-5">
      <h2 className="text-lg font-bold">{text.title}</h2>
      <p>{text.lead}</p>
      <dl className="space-y-2">
        {facts.map(([name, value]) => (
          <div key={name} className="flex flex-wrap justify-between gap-x-4">
            <dt className="text-muted">{name}</dt>
            <dd className="font-bold wrap-anywhere select-all">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="text-sm text-muted">{text.fee}</p>
    </section>
  )
}
