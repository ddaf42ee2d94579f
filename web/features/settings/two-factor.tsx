import type { Account, SecondFactorState } from '#shared/account.ts'

import { settingsText } from '../../text/settings.ts'
import { Badge } from '../../ui/badge.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { SecondFactorOffForm } from './two-factor-off-form.tsx'
import { SecondFactorSetup } from './two-factor-setup.tsx'
import { UnfoldingForm } from './unfolding-form.tsx'

type Props = {
  account: Account
  /** Null where it could not be loaded. */
  state: SecondFactorState | null
  onChanged: () => void
  /** This browser was logged out. */
  onEnded: () => void
}

/** The second step of logging in: offered to everybody, needed by reviewers and admins. */
export function SecondFactor({ account, state, onChanged, onEnded }: Props) {
  const { secondFactor: text } = settingsText
  const isNeeded = (account.dormantRoles?.length ?? 0) > 0
  return (
    <section className="grid max-w-lg gap-4" aria-labelledby="second-factor">
      <div className="flex flex-wrap items-center gap-3">
        <h2 id="second-factor" className="text-lg font-semibold">
          {text.title}
        </h2>
        {state?.isOn && <Badge tone="success">{text.on}</Badge>}
      </div>
      <p className="text-muted">{text.intro}</p>
      {isNeeded && (
        <p className="rounded-card bg-warning-soft p-4 font-medium text-warning">{text.needed}</p>
      )}
      {state ? (
        <Step state={state} onChanged={onChanged} onEnded={onEnded} />
      ) : (
        <ErrorState title={text.failed} retryLabel={text.retry} onRetry={onChanged} />
      )}
    </section>
  )
}

function Step({
  state,
  onChanged,
  onEnded,
}: Omit<Props, 'account' | 'state'> & { state: SecondFactorState }) {
  const { secondFactor: text } = settingsText
  return (
    <>
      {state.isOn && <p>{text.codesLeft(state.recoveryCodesLeft)}</p>}
      <UnfoldingForm opener={state.isOn ? text.turnOff : text.turnOn} variant="quiet">
        {(close) =>
          state.isOn ? (
            <SecondFactorOffForm onEnded={onEnded} onCancel={close} />
          ) : (
            <SecondFactorSetup
              onCancel={close}
              onDone={() => {
                close()
                onChanged()
              }}
            />
          )
        }
      </UnfoldingForm>
    </>
  )
}
