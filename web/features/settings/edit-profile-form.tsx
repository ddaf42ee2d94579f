import { zodResolver } from '@hookform/resolvers/zod'
import { useForm, useWatch } from 'react-hook-form'
import type * as z from 'zod/mini'

import { profileSchema, sessionSchema, type Account } from '#shared/account.ts'
import { done } from '#shared/messages.ts'

import { browserApi } from '../../api/client.ts'
import { settingsText } from '../../text/settings.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { toast } from '../../ui/toast.tsx'
import { showRefusal } from './refusal.ts'

type Profile = z.input<typeof profileSchema>
type Props = { account: Account; onSaved: (account: Account) => void }

/** 'Edit Profile': names, and the address that is confirmed before it changes (readings P8). */
export function EditProfileForm({ account, onSaved }: Props) {
  const text = settingsText
  const { firstname, lastname, email } = account
  const form = useForm<Profile>({
    resolver: zodResolver(profileSchema, undefined, { raw: true }),
    defaultValues: { firstname, lastname, email },
    shouldUnregister: true,
  })
  const { register, formState } = form
  const { errors, isSubmitting } = formState
  const typed = useWatch({ control: form.control, name: 'email' })
  const isOther = typed.trim().toLowerCase() !== email

  const save = form.handleSubmit(async (profile) => {
    try {
      const session = await browserApi.patch('/account', profile, sessionSchema)
      toast(isOther ? text.addressAsked(profile.email.trim()) : done.profileUpdated)
      if (isOther) form.reset({ firstname: profile.firstname, lastname: profile.lastname, email })
      if (session.account) onSaved(session.account)
    } catch (error) {
      showRefusal(form, error)
    }
  })
  return (
    <form noValidate onSubmit={save} className="grid max-w-lg gap-5">
      <Field
        label={text.firstname}
        autoComplete="given-name"
        error={errors.firstname?.message}
        {...register('firstname')}
      />
      <Field
        label={text.lastname}
        autoComplete="family-name"
        error={errors.lastname?.message}
        {...register('lastname')}
      />
      <Field
        type="email"
        label={text.email}
        autoComplete="email"
        error={errors.email?.message}
        {...register('email')}
      />
      {isOther && (
        <PasswordField
          label={text.currentPassword}
          hint={text.addressHint}
          autoComplete="current-password"
          error={errors.currentPassword?.message}
          {...register('currentPassword')}
        />
      )}
      <Button type="submit" busy={isSubmitting} className="w-full">
        {text.save}
      </Button>
    </form>
  )
}
