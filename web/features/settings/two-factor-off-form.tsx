import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import type * as z from 'zod/mini'

import { secondFactorOffSchema } from '#shared/account.ts'

import { browserApi, noContent } from '../../api/client.ts'
import { paths } from '../../paths.ts'
import { settingsText } from '../../text/settings.ts'
import { Field } from '../../ui/field.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { toast } from '../../ui/toast.tsx'
import { FormButtons } from './form-buttons.tsx'
import { showRefusal } from './refusal.ts'

type Props = { onEnded: () => void; onCancel: () => void }

/** Password and code; afterwards everybody logs in again. */
export function SecondFactorOffForm({ onEnded, onCancel }: Props) {
  const { secondFactor: text, currentPassword } = settingsText
  const navigate = useNavigate()
  const form = useForm<z.input<typeof secondFactorOffSchema>>({
    resolver: zodResolver(secondFactorOffSchema, undefined, { raw: true }),
    defaultValues: { currentPassword: '', code: '' },
  })
  const { errors, isSubmitting } = form.formState
  const turnOff = form.handleSubmit(async (given) => {
    try {
      await browserApi.post('/account/second-factor/off', given, noContent)
      toast(text.turnedOff)
      onEnded()
      await navigate(paths.login)
    } catch (error) {
      showRefusal(form, error)
    }
  })
  return (
    <form noValidate onSubmit={turnOff} className="grid gap-5">
      <PasswordField
        label={currentPassword}
        autoComplete="current-password"
        error={errors.currentPassword?.message}
        {...form.register('currentPassword')}
      />
      <Field
        label={text.anyCode}
        autoComplete="one-time-code"
        error={errors.code?.message}
        {...form.register('code')}
      />
      <FormButtons submit={text.turnOff} variant="danger" busy={isSubmitting} onCancel={onCancel} />
    </form>
  )
}
