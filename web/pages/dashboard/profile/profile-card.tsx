import { CalendarDays, Pencil } from 'lucide-react'

import type { Account } from '#shared/account.ts'
import { Link } from '#web/router/link.tsx'

import { paths } from '../../../navigation/paths.ts'
import { profileText } from '../../../text/profile.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { accountAge } from './account-age.ts'

/** Full name, handle and age of the account (specification §2). */
export function ProfileCard({ account }: { account: Account }) {
  const text = profileText
  const { firstname, lastname, createdAt } = account
  const age = accountAge(createdAt)
  return (
    <Card className="flex flex-wrap items-center gap-x-5 gap-y-4 p-5 sm:p-6">
      <span
        aria-hidden="true"
        className="grid size-16 shrink-0 place-items-center rounded-full bg-mint text-xl font-bold text-on-mint"
      >
        {firstname.charAt(0)}
        {lastname.charAt(0)}
      </span>
      <div className="min-w-0 grow">
        <h1 className="text-2xl font-bold wrap-anywhere">{`${firstname} ${lastname}`}</h1>
        <p className="wrap-anywhere text-muted">{toHandle(account)}</p>
        <p className="mt-1 flex items-center gap-1.5 text-sm text-muted">
          <CalendarDays aria-hidden="true" size={16} />
          {age === undefined ? text.unknownAge : text.age(age)}
        </p>
      </div>
      <Link to={paths.settings} className={`${buttonClass('quiet')} w-full sm:w-auto`}>
        <Pencil aria-hidden="true" size={16} />
        {text.edit}
      </Link>
    </Card>
  )
}

/** For example '@adaeze.okafor'. */
function toHandle({ firstname, lastname }: Account): string {
  const names = [firstname, lastname].map((name) => name.toLowerCase().replaceAll(/\s+/g, ''))
  return `@${names.join('./')}`
}
