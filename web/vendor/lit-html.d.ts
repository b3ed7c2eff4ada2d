/** The part of lit-html that Chuhe uses. */
export interface TemplateResult {
  readonly strings: TemplateStringsArray;
  readonly values: readonly unknown[];
}
export interface DirectiveResult {
  readonly values: readonly unknown[];
}
export interface Ref<T = Element> {
  readonly value?: T;
}
export function html(strings: TemplateStringsArray, ...values: unknown[]): TemplateResult;
export function svg(strings: TemplateStringsArray, ...values: unknown[]): TemplateResult;
export const nothing: unique symbol;
export const noChange: unique symbol;
export function render(
  value: unknown,
  container: HTMLElement | DocumentFragment | SVGElement,
  options?: { host?: object; renderBefore?: ChildNode | null },
): unknown;
export function repeat<T>(
  items: Iterable<T>,
  key: (item: T, index: number) => unknown,
  template: (item: T, index: number) => unknown,
): DirectiveResult;
export function keyed(key: unknown, value: unknown): DirectiveResult;
export function live(value: unknown): DirectiveResult;
export function guard(dependencies: readonly unknown[], value: () => unknown): DirectiveResult;
export function classMap(classes: Record<string, boolean | undefined>): DirectiveResult;
export function ifDefined<T>(value: T): NonNullable<T> | typeof nothing;
export function ref(target: Ref | ((element: Element | undefined) => void)): DirectiveResult;
export function createRef<T extends Element = Element>(): Ref<T>;
