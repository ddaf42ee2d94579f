import { zodResolver } from '@hookform/resolvers/zod'
import { Copy } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useForm } from 'react-hook-form'
import type * as z from 'zod/mini'

import {
  recoveryCodesSchema,
  secondFactorBeginSchema,
  secondFactorConfirmSchema,
  secondFactorSecretSchema,
} from '#shared/account.ts'

import { browserApi } from '../../api/client.ts'
import { settingsText } from '../../text/settings.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { Field } from '../../ui/field.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'
import { FormButtons } from './form-buttons.tsx'
import { showRefusal } from './refusal.ts'

type Secret = z.output<typeof secondFactorSecretSchema>

type Props = { onDone: () => void; onCancel: () => void }

/** Password, then the secret for the app and a code from it, then the recovery codes. */
export function SecondFactorSetup({ onDone, onCancel }: Props) {
  const { secondFactor: text } = settingsText
  const [secret, setSecret] = useState<Secret | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  if (codes)
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
        <Button onClick={onDone}>{text.codesKept}</Button>
      </div>
    )
  return secret ? (
    <Confirm secret={secret} onConfirmed={setCodes} onCancel={onCancel} />
  ) : (
    <Begin onBegun={setSecret} onCancel={onCancel} />
  )
}

type BeginProps = { onBegun: (secret: Secret) => void; onCancel: () => void }

function Begin({ onBegun, onCancel }: BeginProps) {
  const { secondFactor: text, currentPassword } = settingsText
  const form = useForm<z.input<typeof secondFactorBeginSchema>>({
    resolver: zodResolver(secondFactorBeginSchema, undefined, { raw: true }),
    defaultValues: { currentPassword: '' },
  })
  const { errors, isSubmitting } = form.formState
  const begin = form.handleSubmit(async (given) => {
    try {
      onBegun(await browserApi.post('/account/second-factor', given, secondFactorSecretSchema))
    } catch (error) {
      showRefusal(form, error)
    }
  })
  return (
    <form noValidate onSubmit={begin} className="grid gap-5">
      <PasswordField
        label={currentPassword}
        autoComplete="current-password"
        error={errors.currentPassword?.message}
        {...form.register('currentPassword')}
      />
      <FormButtons submit={text.goOn} busy={isSubmitting} onCancel={onCancel} />
    </form>
  )
}

const QrCode = lazy(() => import('./qr-code.tsx').then((file) => ({ default: file.QrCode })))
const pictureSize = 'size-56'

type ConfirmProps = {
  secret: Secret
  onConfirmed: (recoveryCodes: string[]) => void
  onCancel: () => void
}

function Confirm({ secret, onConfirmed, onCancel }: ConfirmProps) {
  const { secondFactor: text } = settingsText
  const form = useForm<z.input<typeof secondFactorConfirmSchema>>({
    resolver: zodResolver(secondFactorConfirmSchema, undefined, { raw: true }),
    defaultValues: { code: '' },
  })
  const { errors, isSubmitting } = form.formState
  const confirm = form.handleSubmit(async (given) => {
    try {
      const path = '/account/second-factor/confirm'
      const { recoveryCodes } = await browserApi.post(path, given, recoveryCodesSchema)
      toast(text.turnedOn)
      onConfirmed(recoveryCodes)
    } catch (error) {
      showRefusal(form, error)
    }
  })
  return (
    <form noValidate onSubmit={confirm} className="grid gap-5">
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
        error={errors.code?.message}
        {...form.register('code')}
      />
      <FormButtons submit={text.turnOn} busy={isSubmitting} onCancel={onCancel} />
    </form>
  )
}
