import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import type * as z from 'zod/mini'

import { accountDeletionSchema } from '#shared/account.ts'

import { browserApi, noContent } from '../../api/client.ts'
import { paths } from '../../paths.ts'
import { settingsText } from '../../text/settings.ts'
import { Field } from '../../ui/field.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { toast } from '../../ui/toast.tsx'
import { FormButtons } from './form-buttons.tsx'
import { showRefusal } from './refusal.ts'

type Props = { hasSecondFactor: boolean; onDeleted: () => void; onCancel: () => void }

/** Says what goes and what stays, and asks for the password. */
export function DeleteAccountForm({ hasSecondFactor, onDeleted, onCancel }: Props) {
  const { personalData: text, currentPassword, secondFactor } = settingsText
  const navigate = useNavigate()
  const form = useForm<z.input<typeof accountDeletionSchema>>({
    resolver: zodResolver(accountDeletionSchema, undefined, { raw: true }),
    defaultValues: { currentPassword: '', ...(hasSecondFactor && { code: '' }) },
  })
  const { errors, isSubmitting } = form.formState
  const remove = form.handleSubmit(async (given) => {
    try {
      await browserApi.post('/account/deletion', given, noContent)
      onDeleted()
      await navigate(paths.landing)
      toast(text.deleted)
    } catch (error) {
      showRefusal(form, error)
    }
  })
  return (
    <form noValidate onSubmit={remove} className="grid gap-5">
      <p className="font-medium">{text.deleteHint}</p>
      <PasswordField
        label={currentPassword}
        autoComplete="current-password"
        error={errors.currentPassword?.message}
        {...form.register('currentPassword')}
      />
      {hasSecondFactor && (
        <Field
          label={secondFactor.anyCode}
          autoComplete="one-time-code"
          error={errors.code?.message}
          {...form.register('code')}
        />
      )}
      <FormButtons
        submit={text.deleteForGood}
        variant="danger"
        busy={isSubmitting}
        onCancel={onCancel}
      />
    </form>
  )
}
