package io.kahkm.cli.report;

/** What pages for people share: looks, and text that stays text. */
public final class Html {
  /** The looks of a page, light and dark: the content of its style element. */
  public static final String STYLE =
      """
      :root{color-scheme:light dark}
      body{font:16px/1.5 system-ui,sans-serif;max-width:48rem;margin:2rem auto;padding:0 1rem;\
      color:#1f2328;background:#fff}
      h1{font-size:1.5rem}h2{font-size:1.15rem;margin-top:2rem}
      table{border-collapse:collapse;margin:.5rem 0}
      th,td{text-align:left;padding:.2rem .8rem .2rem 0;border-bottom:1px solid #d0d7de;\
      vertical-align:top}
      td.n{text-align:right;font-variant-numeric:tabular-nums}
      figure{margin:1rem 0}img{max-width:100%;height:auto}
      figcaption{font-size:.9rem;color:#59636e}
      .warning{border-left:4px solid #9a6700;background:#fff8c5;padding:.5rem .8rem;margin:.5rem 0}
      @media (prefers-color-scheme:dark){body{color:#e6edf3;background:#0d1117}\
      th,td{border-color:#3d444d}figcaption{color:#9198a1}.warning{background:#272115}}
      """;

  private Html() {}

  /** Text as HTML that shows just this text. */
  public static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
