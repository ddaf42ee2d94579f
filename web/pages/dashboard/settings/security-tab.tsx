import type { FieldErrors } from 'react-hook-form'
import {
  type ComponentProps,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useRef,
  useState,
} from 'react'
import type * as z from 'zod/mini'
import { Copy } from 'lucide-react'

import type {
  Account,
  SessionList as Listed,
  passwordChangeSchema,
  TwoFactorState,
  twoFactorSecretSchema,
} from '#shared/account.ts'
import { invalid } from '#shared/text/invalid.ts'
import { toasts } from '#shared/text/toasts.ts'
import { useNavigate } from '#web/router/navigate.tsx'

import { browserApi } from '../../../api/client.ts'
import { ApiForm, FormButtons, useApiForm } from '../../../forms/api-form.tsx'
import { HoldNote, isHold } from '../../../forms/hold-note.tsx'
import { SubmitButton } from '../../../forms/submit-button.tsx'
import { runApiAction, useApiAction } from '../../../forms/use-api-action.ts'
import { paths } from '../../../navigation/paths.ts'
import { authText } from '../../../text/auth.ts'
import { formatMoment } from '../../../format/day.ts'
import { settingsText } from '../../../text/settings.ts'
import { Button, buttonClass, type ButtonVariant } from '../../../ui/button.tsx'
import { Badge } from '../../../ui/card.tsx'
import { ConfirmButton } from '../../../ui/dialog.tsx'
import { Field, PasswordField } from '../../../ui/fields.tsx'
import { ErrorState, Skeleton } from '../../../ui/states.tsx'
import { toast, copyText } from '../../../ui/toast.tsx'
import { Section } from '../../../ui/section.tsx'

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
      <PasswordField label={text.currentPassword} {...field('currentPassword')} />
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
    <Section
      id="session-list"
      title={text.title}
      heading="text-lg font-semibold"
      className="grid max-w-lg gap-4"
    >
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
    </Section>
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
    <Section
      id="personal-data"
      title={text.title}
      heading="text-lg font-semibold"
      className="grid max-w-lg gap-4"
    >
      <p className="text-muted">{text.downloadHint}</p>
      <a href="/api/account/data" download className={buttonClass('quiet')}>
        {text.download}
      </a>
      <DisclosureForm opener={text.deleteAccount} variant="quiet-danger">
        {(close) => (
          <DeleteAccountForm hasTwoFactor={hasTwoFactor} onDeleted={onDeleted} onCancel={close} />
        )}
      </DisclosureForm>
    </Section>
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
      <PasswordField label={currentPassword} {...field('currentPassword')} />
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

type TwoFactorProps = {
  account: Account
  /** Null when it could not be loaded. */
  state: TwoFactorState | null
  onChanged: () => void
  onLoggedOut: () => void
}

/** Two-factor authentication: optional for users, required for reviewers and admins. */
function TwoFactor({ account, state, onChanged, onLoggedOut }: TwoFactorProps) {
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
}: Omit<TwoFactorProps, 'account' | 'state'> & { state: TwoFactorState }) {
  const { twoFactor: text } = settingsText
  return (
    <>
      {state.isOn && <p>{text.codesLeft({ count: state.recoveryCodesLeft })}</p>}
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

type Secret = z.output<typeof twoFactorSecretSchema>

type TwoFactorSetupProps = { onDone: () => void; onCancel: () => void }

/** Three steps: the password, a code from the authenticator app, and the recovery codes. */
export function TwoFactorSetup({ onDone, onCancel }: TwoFactorSetupProps) {
  const [secret, setSecret] = useState<Secret | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />
  return secret ? (
    <CodeStep secret={secret} onConfirmed={setCodes} onCancel={onCancel} />
  ) : (
    <PasswordStep onConfirmed={setSecret} onCancel={onCancel} />
  )
}

function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const { twoFactor: text } = settingsText
  return (
    <div className="grid gap-4">
      <p className="font-semibold">{text.codesTitle}</p>
      <p className="text-muted">{text.codesHint}</p>
      <ul className="card grid grid-cols-2 gap-2 p-4 font-mono select-all">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Button variant="quiet" onClick={() => void copyText(codes.join('\n'), text.codesCopying)}>
        <Copy size={18} aria-hidden="true" />
        {text.codesCopy}
      </Button>
      <Button onClick={onDone}>{text.codesSaved}</Button>
    </div>
  )
}

type PasswordStepProps = { onConfirmed: (secret: Secret) => void; onCancel: () => void }

function PasswordStep({ onConfirmed, onCancel }: PasswordStepProps) {
  const { twoFactor: text, currentPassword } = settingsText
  const { formProps, field, busy, wait } = useApiForm({
    schema: 'twoFactorSetupSchema',
    defaultValues: { currentPassword: '' },
    onSubmit: async (values) => onConfirmed(await browserApi.post('/account/two-factor', values)),
  })
  return (
    <ApiForm {...formProps}>
      <PasswordField label={currentPassword} {...field('currentPassword')} />
      <FormButtons submit={text.continue} busy={busy} wait={wait} onCancel={onCancel} />
    </ApiForm>
  )
}

const QrCode = lazy(() => import('./qr-code.tsx').then((file) => ({ default: file.QrCode })))
const pictureSize = 'size-56'

type CodeStepProps = {
  secret: Secret
  onConfirmed: (recoveryCodes: string[]) => void
  onCancel: () => void
}

function CodeStep({ secret, onConfirmed, onCancel }: CodeStepProps) {
  const { twoFactor: text } = settingsText
  const { formProps, field, busy, wait } = useApiForm({
    schema: 'twoFactorConfirmationSchema',
    defaultValues: { code: '' },
    onSubmit: async (values) => {
      const { recoveryCodes } = await browserApi.post('/account/two-factor/confirm', values)
      toast(text.turnedOn)
      onConfirmed(recoveryCodes)
    },
  })
  return (
    <ApiForm {...formProps}>
      <p>{text.scan}</p>
      <Suspense fallback={<Skeleton className={pictureSize} />}>
        <QrCode text={secret.uri} label={text.picture} className={`rounded-card ${pictureSize}`} />
      </Suspense>
      <p>{text.onThisDevice}</p>
      <a href={secret.uri} className={buttonClass('quiet')}>
        {text.openApp}
      </a>
      <p>
        {text.typeIn}
        <code className="mt-2 block rounded-card bg-card p-4 font-mono break-words select-all">
          {secret.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}
        </code>
      </p>
      <Field
        label={text.code}
        inputMode="numeric"
        autoComplete="one-time-code"
        {...field('code')}
      />
      <FormButtons submit={text.turnOn} busy={busy} wait={wait} onCancel={onCancel} />
    </ApiForm>
  )
}

type TwoFactorOffFormProps = { onLoggedOut: () => void; onCancel: () => void }

/** Turning two-factor authentication off ends all sessions, so the person logs in again. */
export function TwoFactorOffForm({ onLoggedOut, onCancel }: TwoFactorOffFormProps) {
  const { twoFactor: text, currentPassword } = settingsText
  const navigate = useNavigate()
  const { formProps, field, busy, wait } = useApiForm({
    schema: 'twoFactorRemovalSchema',
    defaultValues: { currentPassword: '', code: '' },
    onSubmit: async (values) => {
      await browserApi.post('/account/two-factor/off', values)
      toast(text.turnedOff)
      onLoggedOut()
      await navigate(paths.login)
    },
  })
  return (
    <ApiForm {...formProps}>
      <PasswordField label={currentPassword} {...field('currentPassword')} />
      <Field label={text.anyCode} autoComplete="one-time-code" {...field('code')} />
      <FormButtons
        submit={text.turnOff}
        variant="danger"
        busy={busy}
        wait={wait}
        onCancel={onCancel}
      />
    </ApiForm>
  )
}

type DisclosureFormProps = {
  opener: ReactNode
  variant: ButtonVariant
  children: (close: () => void) => ReactNode
}

/** A button that is replaced by a form. The focus moves to the first field, and back to the button when the form closes. */
function DisclosureForm({ opener, variant, children }: DisclosureFormProps) {
  const [isOpen, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    if (isOpen === wasOpen.current) return
    wasOpen.current = isOpen
    box.current?.querySelector<HTMLElement>(isOpen ? 'input' : 'button')?.focus()
  }, [isOpen])
  return (
    <div ref={box} className="grid gap-4">
      {isOpen ? (
        children(() => setOpen(false))
      ) : (
        <Button variant={variant} onClick={() => setOpen(true)}>
          {opener}
        </Button>
      )}
    </div>
  )
}
