/** The bundler takes the style sheets that components import; the compiler only needs to know that they exist. */
declare module '*.css';
