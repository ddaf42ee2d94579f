import type { Account, TwoFactorState } from '#shared/account.ts'

import { settingsText } from '../../../text/settings.ts'
import { Badge } from '../../../ui/badge.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { DisclosureForm } from './disclosure-form.tsx'
import { TwoFactorOffForm } from './two-factor-off-form.tsx'
import { TwoFactorSetup } from './two-factor-setup.tsx'

type Props = {
  account: Account
  /** Null when it could not be loaded. */
  state: TwoFactorState | null
  onChanged: () => void
  onLoggedOut: () => void
}

/** Two-factor authentication: optional for users, required for reviewers and admins. */
export function TwoFactor({ account, state, onChanged, onLoggedOut }: Props) {
  const { twoFactor: text } = settingsText
  const isRequired = (account.inactiveRoles?.length ?? 0) > 0
  return (
    <section className="grid max-w-lg gap-4" aria-labelledby="two-factor">
      <div className="flex flex-wrap items-center gap-3">
        <h2 id="two-factor" className="text-lg font-semibold">
          {text.title}
        </h2>
        {state?.isOn && <Badge tone="success">{text.on}</Badge>}
      </div>
      <p className="text-muted">{text.intro}</p>
      {isRequired && (
        <p className="rounded-card bg-warning-soft p-4 font-medium text-warning">{text.required}</p>
      )}
      {state ? (
        <Setting state={state} onChanged={onChanged} onLoggedOut={onLoggedOut} />
      ) : (
        <ErrorState title={text.failed} retryLabel={text.retry} onRetry={onChanged} />
      )}
    </section>
  )
}

function Setting({
  state,
  onChanged,
  onLoggedOut,
}: Omit<Props, 'account' | 'state'> & { state: TwoFactorState }) {
  const { twoFactor: text } = settingsText
  return (
    <>
      {state.isOn && <p>{text.codesLeft(state.recoveryCodesLeft)}</p>}
      <DisclosureForm opener={state.isOn ? text.turnOff : text.turnOn} variant="quiet">
        {(close) =>
          state.isOn ? (
            <TwoFactorOffForm onLoggedOut={onLoggedOut} onCancel={close} />
          ) : (
            <TwoFactorSetup
              onCancel={close}
              onDone={() => {
                close()
                onChanged()
              }}
            />
          )
        }
      </DisclosureForm>
    </>
  )
}
