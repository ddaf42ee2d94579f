import { useEffect, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'

/**
 * The values of a form as they are typed. Only the calling component renders again. `useWatch` would do the same, but its import here moves
 * the form library into the chunk that every dashboard page loads.
 */
export function useTypedValues<Form extends FieldValues>(form: UseFormReturn<Form>): Form {
  const [values, setValues] = useState(() => form.getValues())
  useEffect(() => {
    const read = () => setValues({ ...form.getValues() })
    read()
    return form.subscribe({ formState: { values: true }, callback: read })
  }, [form])
  return values
}
