import { zodResolver } from '@hookform/resolvers/zod'
import { useForm, type FieldErrors } from 'react-hook-form'
import type * as z from 'zod/mini'

import { passwordChangeSchema } from '#shared/account.ts'
import { done, invalid } from '#shared/messages.ts'

import { browserApi, noContent } from '../../api/client.ts'
import { authText } from '../../text/auth.ts'
import { settingsText } from '../../text/settings.ts'
import { Button } from '../../ui/button.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { toast } from '../../ui/toast.tsx'
import { showRefusal } from './refusal.ts'

type PasswordChange = z.input<typeof passwordChangeSchema>

const empty: PasswordChange = { currentPassword: '', password: '', confirmPassword: '' }

/** 'Security': a new password for whoever knows the current one. `email` tells a password manager whose it is. */
export function PasswordForm({ email }: { email: string }) {
  const text = settingsText
  const form = useForm<PasswordChange>({
    resolver: zodResolver(passwordChangeSchema, undefined, { raw: true }),
    defaultValues: empty,
  })
  const { register, formState } = form
  const { errors, isSubmitting } = formState

  const change = form.handleSubmit(async (passwords) => {
    try {
      await browserApi.post('/account/password', passwords, noContent)
      toast(done.passwordUpdated)
      form.reset(empty)
    } catch (error) {
      showRefusal(form, error)
    }
  }, tellMismatch)
  return (
    <form noValidate onSubmit={change} className="grid max-w-lg gap-5">
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label={text.currentPassword}
        autoComplete="current-password"
        error={errors.currentPassword?.message}
        {...register('currentPassword')}
      />
      <PasswordField
        label={text.newPassword}
        hint={authText.atLeastEight}
        autoComplete="new-password"
        error={errors.password?.message}
        {...register('password')}
      />
      <PasswordField
        label={text.confirmPassword}
        autoComplete="new-password"
        error={errors.confirmPassword?.message}
        {...register('confirmPassword')}
      />
      <Button type="submit" busy={isSubmitting} className="w-full">
        {text.changePassword}
      </Button>
    </form>
  )
}

/** Specification §5: beside the message under the field, the handler says it once more in words of its own. */
function tellMismatch(errors: FieldErrors<PasswordChange>) {
  if (errors.confirmPassword?.message === invalid.passwordMismatch)
    toast(invalid.newPasswordMismatch, 'error')
}
