/** An expression of floats whose steps are not tested yet. */
export type FloatTree =
  | { readonly leaf: string }
  | { readonly operator: string; readonly left: FloatTree; readonly right: FloatTree };
