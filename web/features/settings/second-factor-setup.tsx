import { zodResolver } from '@hookform/resolvers/zod'
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
import { Field } from '../../ui/field.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'
import { showRefusal } from './refusal.ts'

type Secret = z.output<typeof secondFactorSecretSchema>

/** Password, then the secret for the app and a code from it, then the recovery codes. */
export function SecondFactorSetup({ onDone }: { onDone: () => void }) {
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
        <Button onClick={onDone}>{text.codesKept}</Button>
      </div>
    )
  return secret ? <Confirm secret={secret} onConfirmed={setCodes} /> : <Begin onBegun={setSecret} />
}

function Begin({ onBegun }: { onBegun: (secret: Secret) => void }) {
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
      <Button type="submit" busy={isSubmitting}>
        {text.goOn}
      </Button>
    </form>
  )
}

const QrCode = lazy(() => import('./qr-code.tsx').then((file) => ({ default: file.QrCode })))
const pictureSize = 'size-56'

type ConfirmProps = { secret: Secret; onConfirmed: (recoveryCodes: string[]) => void }

function Confirm({ secret, onConfirmed }: ConfirmProps) {
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
      <Button type="submit" busy={isSubmitting}>
        {text.turnOn}
      </Button>
    </form>
  )
}
