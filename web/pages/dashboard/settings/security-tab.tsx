import type { FieldErrors } from 'react-hook-form'
import type { ComponentProps } from 'react'
import type * as z from 'zod/mini'

import type {
  Account,
  SessionList as Listed,
  passwordChangeSchema,
  TwoFactorState,
} from '#shared/account.ts'
import { invalid } from '#shared/text/invalid.ts'
import { toasts } from '#shared/text/toasts.ts'
import { useNavigate } from '#web/router/hooks.ts'

import { browserApi } from '../../../api/client.ts'
import { ApiForm, FormButtons, useApiForm } from '../../../forms/api-form.tsx'
import { HoldNote, isHold } from '../../../forms/hold-note.tsx'
import { SubmitButton } from '../../../forms/submit-button.tsx'
import { runApiAction, useApiAction } from '../../../forms/use-api-action.ts'
import { paths } from '../../../navigation/paths.ts'
import { authText } from '../../../text/auth.ts'
import { formatMoment } from '../../../format/day.ts'
import { settingsText } from '../../../text/settings.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Badge } from '../../../ui/card.tsx'
import { ConfirmButton } from '../../../ui/dialog.tsx'
import { Field, PasswordField } from '../../../ui/fields.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast.tsx'
import { DisclosureForm, TwoFactor } from './two-factor.tsx'

type SecurityTabProps = ComponentProps<typeof SessionList> & {
  account: Account
  /** Null when it could not be loaded. */
  twoFactor: TwoFactorState | null
}

/** 'Security': password, two-factor authentication, logged-in devices, and the person's data. */
export function SecurityTab({
  account,
  sessions,
  twoFactor,
  onChanged,
  onLoggedOut,
}: SecurityTabProps) {
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

type PasswordChange = z.input<typeof passwordChangeSchema>

/** 'Security': changes the password. `email` tells password managers which account it belongs to. */
export function PasswordForm({ email }: { email: string }) {
  const text = settingsText
  const { formProps, field, busy, wait } = useApiForm({
    schema: 'passwordChangeSchema',
    defaultValues: { currentPassword: '', password: '', confirmPassword: '' },
    onSubmit: async (passwords, { reset }) => {
      await browserApi.post('/account/password', passwords)
      toast(toasts.done.passwordUpdated)
      reset()
    },
    onInvalid: toastMismatch,
  })
  return (
    <ApiForm {...formProps} className="grid max-w-lg gap-5">
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label={text.currentPassword}
        autoComplete="current-password"
        {...field('currentPassword')}
      />
      <PasswordField
        label={text.newPassword}
        hint={authText.atLeastEight}
        autoComplete="new-password"
        {...field('password')}
      />
      <PasswordField
        label={text.confirmPassword}
        autoComplete="new-password"
        {...field('confirmPassword')}
      />
      <SubmitButton busy={busy} wait={wait} className="w-full">
        {text.changePassword}
      </SubmitButton>
    </ApiForm>
  )
}

/** Specification §5: a mismatch is shown under the field and, in other words, as a toast. */
function toastMismatch(errors: FieldErrors<PasswordChange>) {
  if (errors.confirmPassword?.message === invalid.passwordMismatch)
    toast(invalid.newPasswordMismatch, 'error')
}

type Session = Listed['sessions'][number]
type SessionListProps = {
  /** Null when they could not be loaded. */
  sessions: Session[] | null
  onChanged: () => void
  /** Called after logging out of all sessions, including this one. */
  onLoggedOut: () => void
}

/** The devices that are logged in. Each of them, or all, can be logged out. */
function SessionList({ sessions, onChanged, onLoggedOut }: SessionListProps) {
  const { sessions: text } = settingsText
  return (
    <section className="grid max-w-lg gap-4" aria-labelledby="session-list">
      <h2 id="session-list" className="text-lg font-semibold">
        {text.title}
      </h2>
      {sessions ? (
        <>
          <ul className="grid gap-3">
            {sessions.map((session) => (
              <SessionItem key={session.id} session={session} onEnded={onChanged} />
            ))}
          </ul>
          <LogOutEverywhere onLoggedOut={onLoggedOut} />
        </>
      ) : (
        <ErrorState title={text.failed} retryLabel={text.retry} onRetry={onChanged} />
      )}
    </section>
  )
}

function SessionItem({ session, onEnded }: { session: Session; onEnded: () => void }) {
  const { sessions: text } = settingsText
  const device = session.device || text.unknownDevice
  const { run, busy } = useApiAction()
  const logOut = () =>
    run(async () => {
      await browserApi.remove('/account/sessions/:id', { id: session.id })
      toast(text.loggedOut)
      onEnded()
    })
  return (
    <li className="card flex flex-wrap items-center justify-between gap-3 p-4">
      <div>
        <p className="font-semibold">{device}</p>
        <p className="text-sm text-muted">
          {text.lastSeen({ when: formatMoment(session.seenAt) })}
        </p>
        <p className="text-sm text-muted">
          {text.loggedInAt({ when: formatMoment(session.createdAt) })}
        </p>
      </div>
      {session.isThis ? (
        <Badge tone="success">{text.thisDevice}</Badge>
      ) : (
        <Button
          variant="quiet"
          busy={busy}
          aria-label={text.logOutDevice({ device })}
          onClick={() => void logOut()}
        >
          {text.logOut}
        </Button>
      )}
    </li>
  )
}

function LogOutEverywhere({ onLoggedOut }: { onLoggedOut: () => void }) {
  const { sessions: text } = settingsText
  const navigate = useNavigate()
  const logOut = () =>
    runApiAction(async () => {
      await browserApi.remove('/account/sessions')
      onLoggedOut()
      await navigate(paths.login)
    })
  return (
    <ConfirmButton
      variant="quiet-danger"
      title={text.logOutEverywhereTitle}
      question={text.logOutEverywhereText}
      confirmLabel={text.logOutEverywhere}
      onConfirm={logOut}
    >
      {text.logOutEverywhere}
    </ConfirmButton>
  )
}

type PersonalDataProps = { hasTwoFactor: boolean; onDeleted: () => void }

/** The person's rights to their data: a copy, and deletion. */
function PersonalData({ hasTwoFactor, onDeleted }: PersonalDataProps) {
  const { personalData: text } = settingsText
  return (
    <section className="grid max-w-lg gap-4" aria-labelledby="personal-data">
      <h2 id="personal-data" className="text-lg font-semibold">
        {text.title}
      </h2>
      <p className="text-muted">{text.downloadHint}</p>
      <a href="/api/account/data" download className={buttonClass('quiet')}>
        {text.download}
      </a>
      <DisclosureForm opener={text.deleteAccount} variant="quiet-danger">
        {(close) => (
          <DeleteAccountForm hasTwoFactor={hasTwoFactor} onDeleted={onDeleted} onCancel={close} />
        )}
      </DisclosureForm>
    </section>
  )
}

type DeleteAccountFormProps = { hasTwoFactor: boolean; onDeleted: () => void; onCancel: () => void }

export function DeleteAccountForm({ hasTwoFactor, onDeleted, onCancel }: DeleteAccountFormProps) {
  const { personalData: text, currentPassword, twoFactor } = settingsText
  const navigate = useNavigate()
  const { formProps, field, busy, wait } = useApiForm({
    schema: 'accountDeletionSchema',
    defaultValues: { currentPassword: '', ...(hasTwoFactor && { code: '' }) },
    onSubmit: async (values) => {
      await browserApi.post('/account/deletion', values)
      onDeleted()
      await navigate(paths.landing)
      toast(text.deleted)
    },
  })
  return (
    <ApiForm {...formProps} note={wait && isHold(wait) && <HoldNote refusal={wait} />}>
      <p className="font-medium">{text.deleteHint}</p>
      <PasswordField
        label={currentPassword}
        autoComplete="current-password"
        {...field('currentPassword')}
      />
      {hasTwoFactor && (
        <Field label={twoFactor.anyCode} autoComplete="one-time-code" {...field('code')} />
      )}
      <FormButtons
        submit={text.deleteForGood}
        variant="danger"
        busy={busy}
        wait={wait}
        onCancel={onCancel}
      />
    </ApiForm>
  )
}
