import { genders, signUpSchema } from '#shared/account.ts'
import { done, failed } from '#shared/toasts.ts'
import { ApiError, getApi } from '#web/api/client.ts'
import { writeCookies } from '#web/api/cookies.ts'
import { AuthLayout } from '#web/layouts/auth-layout.tsx'
import { PolicySentence } from '#web/features/policy/policy-links.tsx'
import { AccountChoice } from '#web/features/account/account-choice.tsx'
import { AccountForm, type FieldProps } from '#web/features/account/account-form.tsx'
import { createAccount } from '#web/features/account/create-account.ts'
import { submitForm, readValues } from '#web/forms/form-action.ts'
import type { FormValues } from '#web/forms/form-values.ts'
import { leadOn } from '#web/features/account/lead-on.ts'
import { redirectWithToast } from '#web/navigation/redirect-with-toast.ts'
import { rememberAccount } from '#web/features/account/session/session.ts'
import { paths } from '#web/navigation/paths.ts'
import { keepReferrer } from '#web/navigation/next-path.ts'
import { authText } from '#web/text/auth.ts'
import { policyText } from '#web/text/policy.ts'
import { CheckboxField } from '#web/ui/fields/checkbox-field.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { PasswordField } from '#web/ui/fields/password-field.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { useActionData } from '#web/router/hooks.ts'
import { data } from '#web/router/responses.ts'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '#web/router/route.ts'

export async function loader({ request, context }: LoaderFunctionArgs) {
  await leadOn({ context, request })
  return data(null, { headers: writeCookies(keepReferrer(request)) })
}

/** Browsers do not send an unchecked box. */
const toInput = (values: FormValues) => ({ ...values, terms: values['terms'] !== undefined })

const loadSchema = async () => ({ schema: signUpSchema, toInput })

/** Specification §4, Sign-up flow. */
export async function action({ request, context }: ActionFunctionArgs) {
  const values = await readValues(request)
  return submitForm({ values, input: toInput(values), schema: signUpSchema }, async (signUp) => {
    const { account } = await createAccount(getApi(context), signUp).catch(explainFailure)
    rememberAccount(account)
    return redirectWithToast(paths.emailVerification, done.accountCreated)
  })
}

/** Errors without a message for this form have one of its own (specification §8). */
function explainFailure(error: unknown): never {
  if (error instanceof ApiError && ['internal', 'content-unavailable'].includes(error.code))
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
      <AccountChoice current={paths.signUp} />
      <AccountForm
        result={result}
        loadSchema={loadSchema}
        typedText="sign-up"
        submit={text.proceed}
      >
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
