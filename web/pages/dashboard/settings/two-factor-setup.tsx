import { Copy } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type * as z from 'zod/mini'

import type {
  twoFactorConfirmationSchema,
  twoFactorSecretSchema,
  twoFactorSetupSchema,
} from '#shared/account.ts'

import { browserApi } from '../../../api/client.ts'
import { ApiForm } from '../../../forms/api-form.tsx'
import { FormButtons } from '../../../forms/form-buttons.tsx'
import { lazySchema } from '../../../forms/lazy-schema.ts'
import { useApiForm } from '../../../forms/use-api-form.ts'
import { settingsText } from '../../../text/settings.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Field } from '../../../ui/fields/field.tsx'
import { PasswordField } from '../../../ui/fields/password-field.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { copyText } from '../../../ui/toasts/copy-text.ts'
import { toast } from '../../../ui/toasts/toast.tsx'

type Secret = z.output<typeof twoFactorSecretSchema>

type Props = { onDone: () => void; onCancel: () => void }

/** Three steps: the password, a code from the authenticator app, and the recovery codes. */
export function TwoFactorSetup({ onDone, onCancel }: Props) {
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
  const { twoFactor: text, currentPassword, cancel } = settingsText
  const { formProps, field, busy, wait } = useApiForm<z.input<typeof twoFactorSetupSchema>>({
    loadSchema: lazySchema('twoFactorSetupSchema'),
    defaultValues: { currentPassword: '' },
    onSubmit: async (values) =>
      onConfirmed(
        await browserApi.post('/account/two-factor', values, lazySchema('twoFactorSecretSchema')),
      ),
  })
  return (
    <ApiForm {...formProps}>
      <PasswordField
        label={currentPassword}
        autoComplete="current-password"
        {...field('currentPassword')}
      />
      <FormButtons
        submit={text.continue}
        cancel={cancel}
        busy={busy}
        wait={wait}
        onCancel={onCancel}
      />
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
  const { twoFactor: text, cancel } = settingsText
  const { formProps, field, busy, wait } = useApiForm<z.input<typeof twoFactorConfirmationSchema>>({
    loadSchema: lazySchema('twoFactorConfirmationSchema'),
    defaultValues: { code: '' },
    onSubmit: async (values) => {
      const path = '/account/two-factor/confirm'
      const { recoveryCodes } = await browserApi.post(
        path,
        values,
        lazySchema('recoveryCodesSchema'),
      )
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
      <FormButtons
        submit={text.turnOn}
        cancel={cancel}
        busy={busy}
        wait={wait}
        onCancel={onCancel}
      />
    </ApiForm>
  )
}
