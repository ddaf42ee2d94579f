import type { FieldErrors } from 'react-hook-form'
import type * as z from 'zod/mini'

import type { passwordChangeSchema } from '#shared/account.ts'
import { invalid } from '#shared/messages.ts'
import { done } from '#shared/toasts.ts'

import { browserApi, noContent } from '../../../api/client.ts'
import { ApiForm } from '../../../forms/api-form.tsx'
import { lazySchema } from '../../../forms/lazy-schema.ts'
import { SubmitButton } from '../../../forms/submit-button.tsx'
import { useApiForm } from '../../../forms/use-api-form.ts'
import { authText } from '../../../text/auth.ts'
import { settingsText } from '../../../text/settings.ts'
import { PasswordField } from '../../../ui/fields/password-field.tsx'
import { toast } from '../../../ui/toasts/toast.tsx'

type PasswordChange = z.input<typeof passwordChangeSchema>

/** 'Security': changes the password. `email` tells password managers which account it belongs to. */
export function PasswordForm({ email }: { email: string }) {
  const text = settingsText
  const { formProps, field, busy, wait } = useApiForm<PasswordChange>({
    loadSchema: lazySchema('passwordChangeSchema'),
    defaultValues: { currentPassword: '', password: '', confirmPassword: '' },
    onSubmit: async (passwords, { reset }) => {
      await browserApi.post('/account/password', passwords, noContent)
      toast(done.passwordUpdated)
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
