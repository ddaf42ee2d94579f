import type { ComponentProps } from 'react'

import type { Account, TwoFactorState } from '#shared/account.ts'

import { PasswordForm } from './password-form.tsx'
import { PersonalData } from './personal-data.tsx'
import { SessionList } from './session-list.tsx'
import { TwoFactor } from './two-factor.tsx'

type Props = ComponentProps<typeof SessionList> & {
  account: Account
  /** Null when it could not be loaded. */
  twoFactor: TwoFactorState | null
}

/** 'Security': password, two-factor authentication, logged-in devices, and the person's data. */
export function SecurityTab({ account, sessions, twoFactor, onChanged, onLoggedOut }: Props) {
  return (
    <div className="grid gap-10">
      <PasswordForm email={account.email} />
      <TwoFactor
        account={account}
        state={twoFactor}
        onChanged={onChanged}
        onLoggedOut={onLoggedOut}
      />
      <SessionList sessions={sessions} onChanged={onChanged} onLoggedOut={onLoggedOut} />
      <PersonalData hasTwoFactor={twoFactor?.isOn ?? false} onDeleted={onLoggedOut} />
    </div>
  )
}
