import { Copy } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import type * as z from 'zod/mini'

import type { Account, twoFactorSecretSchema, TwoFactorState } from '#shared/account.ts'
import { useNavigate } from '#web/router/hooks.ts'

import { browserApi } from '../../../api/client.ts'
import { ApiForm, FormButtons, useApiForm } from '../../../forms/api-form.tsx'
import { paths } from '../../../navigation/paths.ts'
import { settingsText } from '../../../text/settings.ts'
import { Button, buttonClass, type ButtonVariant } from '../../../ui/button.tsx'
import { Badge } from '../../../ui/card.tsx'
import { Field, PasswordField } from '../../../ui/fields.tsx'
import { ErrorState, Skeleton } from '../../../ui/states.tsx'
import { copyText, toast } from '../../../ui/toast.tsx'

type TwoFactorProps = {
  account: Account
  /** Null when it could not be loaded. */
  state: TwoFactorState | null
  onChanged: () => void
  onLoggedOut: () => void
}

/** Two-factor authentication: optional for users, required for reviewers and admins. */
export function TwoFactor({ account, state, onChanged, onLoggedOut }: TwoFactorProps) {
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
      <PasswordField
        label={currentPassword}
        autoComplete="current-password"
        {...field('currentPassword')}
      />
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
      <PasswordField
        label={currentPassword}
        autoComplete="current-password"
        {...field('currentPassword')}
      />
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
export function DisclosureForm({ opener, variant, children }: DisclosureFormProps) {
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
