import type { ComponentProps } from 'react'

import { classNames } from '../class-names.ts'
import { Labelled, type LabelProps } from './labelled.tsx'

type FieldProps = ComponentProps<'input'> & LabelProps

/** A text input with label, hint and error. */
export function Field({ label, error, hint, id, className, ...input }: FieldProps) {
  return (
    <Labelled id={id} label={label} error={error} hint={hint} className={className}>
      {(attributes) => <input {...input} {...attributes} className={classNames('control')} />}
    </Labelled>
  )
}
