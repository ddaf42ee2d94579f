import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import type * as z from 'zod/mini'

import { profileSchema, sessionSchema, type Account } from '#shared/account.ts'
import { done } from '#shared/messages.ts'

import { browserApi } from '../../api/client.ts'
import { settingsText } from '../../text/settings.ts'
import { useText } from '../../text/text.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import { showRefusal } from './refusal.ts'

type Profile = z.input<typeof profileSchema>
type Props = { account: Account; onSaved: (account: Account) => void }

/** 'Edit Profile': names, and the address that is confirmed before it changes (readings P8). */
export function EditProfileForm({ account, onSaved }: Props) {
  const text = useText(settingsText)
  const { firstname, lastname, email } = account
  const form = useForm<Profile>({
    resolver: zodResolver(profileSchema, undefined, { raw: true }),
    defaultValues: { firstname, lastname, email },
  })
  const { register, formState } = form
  const { errors, isSubmitting } = formState

  const save = form.handleSubmit(async (profile) => {
    try {
      const session = await browserApi.patch('/account', profile, sessionSchema)
      toast(done.profileUpdated)
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
      <Button type="submit" busy={isSubmitting} className="w-full">
        {text.save}
      </Button>
    </form>
  )
}
