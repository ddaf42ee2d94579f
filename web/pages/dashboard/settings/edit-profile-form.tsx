import { useWatch } from 'react-hook-form'
import type * as z from 'zod/mini'

import type { profileSchema, Account } from '#shared/account.ts'
import { done } from '#shared/toasts.ts'

import { browserApi } from '../../../api/client.ts'
import { ApiForm } from '../../../forms/api-form.tsx'
import { lazySchema } from '../../../forms/lazy-schema.ts'
import { SubmitButton } from '../../../forms/submit-button.tsx'
import { useApiForm } from '../../../forms/use-api-form.ts'
import { settingsText } from '../../../text/settings.ts'
import { Field } from '../../../ui/fields/field.tsx'
import { PasswordField } from '../../../ui/fields/password-field.tsx'
import { toast } from '../../../ui/toasts/toast.tsx'

type Props = { account: Account; onSaved: (account: Account) => void }

/** 'Edit Profile': names, and the email address, which changes once the new one is confirmed (readings P8). */
export function EditProfileForm({ account, onSaved }: Props) {
  const text = settingsText
  const { firstname, lastname, email } = account
  const { form, formProps, field, busy, wait } = useApiForm<z.input<typeof profileSchema>>({
    loadSchema: lazySchema('profileSchema'),
    defaultValues: { firstname, lastname, email },
    shouldUnregister: true,
    onSubmit: async (profile, { reset }) => {
      const session = await browserApi.patch('/account', profile, lazySchema('sessionSchema'))
      if (isNewAddress) {
        toast(text.emailConfirmationSent(profile.email.trim()))
        reset({ firstname: profile.firstname, lastname: profile.lastname, email })
      } else toast(done.profileUpdated)
      if (session.account) onSaved(session.account)
    },
  })
  const typedEmail = useWatch({ control: form.control, name: 'email' })
  const isNewAddress = typedEmail.trim().toLowerCase() !== email
  return (
    <ApiForm {...formProps} className="grid max-w-lg gap-5">
      <Field label={text.firstname} autoComplete="given-name" {...field('firstname')} />
      <Field label={text.lastname} autoComplete="family-name" {...field('lastname')} />
      <Field type="email" label={text.email} autoComplete="email" {...field('email')} />
      {isNewAddress && (
        <PasswordField
          label={text.currentPassword}
          hint={text.emailPasswordHint}
          autoComplete="current-password"
          {...field('currentPassword')}
        />
      )}
      <SubmitButton busy={busy} wait={wait} className="w-full">
        {text.save}
      </SubmitButton>
    </ApiForm>
  )
}
