import type { ComponentType } from 'react';
import type { FieldComponent, FieldProps, WidgetComponent, WidgetDefinition, WidgetProps } from './types.ts';

/** Makes a component a node of a body. `Options` is its generated options interface. */
export function defineWidget<Options>(component: ComponentType<WidgetProps<Options>>): WidgetDefinition {
  return { type: 'widget', component: component as unknown as WidgetComponent };
}

/** Makes a component a field of forms: `Value` is what it holds, `Options` its generated options interface. */
export function defineField<Value, Options>(component: ComponentType<FieldProps<Value, Options>>): WidgetDefinition {
  return { type: 'field', component: component as unknown as FieldComponent };
}
