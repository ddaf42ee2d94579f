import { useActionData, type ActionFunctionArgs } from 'react-router'

import { genders, signUpSchema } from '#shared/account.ts'
import { done, failed } from '#shared/messages.ts'
import { ApiError, getApi } from '#web/api/client.ts'
import { AuthLayout } from '#web/layouts/auth-layout.tsx'
import { PolicySentence } from '#web/features/policy/policy-links.tsx'
import { AccountForm, type FieldProps } from '#web/features/account/account-form.tsx'
import { createAccount } from '#web/features/account/create-account.ts'
import { submitForm, readValues } from '#web/forms/form-action.ts'
import { FormLink } from '#web/features/account/form-links.tsx'
import { redirectWithToast } from '#web/navigation/redirect-with-toast.ts'
import { rememberAccount } from '#web/features/account/session/session.ts'
import { paths } from '#web/navigation/paths.ts'
import { authText } from '#web/text/auth.ts'
import { policyText } from '#web/text/policy.ts'
import { CheckboxField } from '#web/ui/fields/checkbox-field.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { PasswordField } from '#web/ui/fields/password-field.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'

/** Specification §4, Sign-up flow. Browsers do not send an unchecked box. */
export async function action({ request, context }: ActionFunctionArgs) {
  const values = await readValues(request)
  const input = { ...values, terms: values['terms'] !== undefined }
  return submitForm({ values, input, schema: signUpSchema }, async (signUp) => {
    const { account } = await createAccount(getApi(context), signUp).catch(explainFailure)
    rememberAccount(account)
    return redirectWithToast(paths.emailVerification, done.accountCreated)
  })
}

/** Unexpected errors have a message of their own here (specification §8). */
function explainFailure(error: unknown): never {
  if (error instanceof ApiError && error.code === 'internal')
    throw new ApiError(error.status, error.code, { message: failed.createUser })
  throw error
}

export function Component() {
  const text = authText
  const result = useActionData<typeof action>()
  const { signUp } = text
  const genderOptions = genders.map((gender) => ({ value: gender, label: signUp.genders[gender] }))

  return (
    <AuthLayout title={signUp.title} intro={signUp.intro}>
      <AccountForm result={result} submit={text.proceed}>
        {(field) => (
          <>
            <div className="grid gap-5 sm:grid-cols-2">
              <Field label={signUp.firstname} autoComplete="given-name" {...field('firstname')} />
              <Field label={signUp.lastname} autoComplete="family-name" {...field('lastname')} />
            </div>
            <Field label={signUp.email} type="email" autoComplete="email" {...field('email')} />
            <SelectField
              label={signUp.gender}
              options={genderOptions}
              autoComplete="sex"
              {...field('gender')}
            />
            <PasswordField
              label={signUp.password}
              hint={text.atLeastEight}
              autoComplete="new-password"
              {...field('password')}
            />
            <PasswordField
              label={signUp.confirmPassword}
              autoComplete="new-password"
              {...field('confirmPassword')}
            />
            <Terms {...field('terms')} />
          </>
        )}
      </AccountForm>
      <FormLink lead={signUp.haveAccount} to={paths.login}>
        {text.logIn}
      </FormLink>
    </AuthLayout>
  )
}

function Terms({ defaultValue, ...field }: FieldProps) {
  return (
    <CheckboxField
      label={<PolicySentence text={policyText.agreement} />}
      defaultChecked={defaultValue !== undefined}
      {...field}
    />
  )
}
