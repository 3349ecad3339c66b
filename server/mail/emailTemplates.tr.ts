import { moment, type EmailTemplates } from "./emailTemplates.ts";

const at = (date: Date): string => `${moment(date, "tr-TR")} UTC`;

/** Names take no endings here: the right one depends on their vowels, so the sentences are built around them. */
export const TR: EmailTemplates = {
  verification: ({ name, company, code, minutes }) => ({
    subject: "Clew doğrulama kodunuz",
    paragraphs: [`Merhaba ${name},`, `${company} şirketindeki kaydınızı bu kodla tamamlayabilirsiniz:`],
    code,
    after: [
      `Kod ${minutes} dakika geçerlidir. Kaydolan siz değilseniz bu e-postayı dikkate almayın: kod girilmeden hiçbir şey olmaz.`,
    ],
  }),
  accountExists: ({ signIn, forgot }) => ({
    subject: "Zaten bir Clew hesabınız var",
    paragraphs: [
      "Merhaba,",
      "birisi Clew’a bu adresle kaydolmak istedi, ancak bu adresin zaten bir hesabı var. Kaydolmak yerine oturum açın:",
    ],
    action: { label: "Oturum aç", url: signIn },
    after: [
      `Parolanızı unuttuysanız yenisini buradan isteyin: ${forgot}`,
      "Bunu yapan siz değilseniz bir şey yapmanız gerekmez.",
    ],
  }),
  passwordReset: ({ name, link, minutes }) => ({
    subject: "Clew parolanızı sıfırlayın",
    paragraphs: [`Merhaba ${name},`, "yeni parolanızı buradan belirleyebilirsiniz:"],
    action: { label: "Yeni parola belirle", url: link },
    after: [
      `Bağlantı bir kez ve ${minutes} dakika boyunca çalışır. Ardından tüm oturumlarınız kapanır ve yeniden oturum açarsınız.`,
      "Bunu siz istemediyseniz bu e-postayı dikkate almayın: parolanız değişmez.",
    ],
  }),
  passwordChanged: ({ name, at: changed, forgot }) => ({
    subject: "Clew parolanız değiştirildi",
    paragraphs: [`Merhaba ${name},`, `hesabınızın parolası değiştirildi: ${at(changed)}.`],
    after: [`Bunu yapan siz değilseniz hemen yeni bir parola belirleyin ve yöneticinize haber verin: ${forgot}`],
  }),
  companyInvitation: ({ by, company, link, expires }) => ({
    subject: `Clew daveti: ${company}`,
    paragraphs: [
      "Merhaba,",
      by === null
        ? `${company} şirketine katılmaya davet edildiniz. Clew, bir kayıttan onunla ilgili koda, kişilere ve sayfalara götürür.`
        : `${by} sizi ${company} şirketine katılmaya davet ediyor. Clew, bir kayıttan onunla ilgili koda, kişilere ve sayfalara götürür.`,
    ],
    action: { label: "Daveti kabul et", url: link },
    after: [`Davetin son geçerlilik zamanı: ${at(expires)}. Göndereni tanımıyorsanız bu e-postayı dikkate almayın.`],
  }),
  projectInvitation: ({ by, company, project, link, expires }) => ({
    subject: `Clew proje daveti: ${project}`,
    paragraphs: [
      "Merhaba,",
      `${by} (${company}) sizi ${project} projesine davet ediyor. Kodu, kayıtları ve kişileri tek yerde görmek için kaydolun.`,
    ],
    action: { label: "Daveti kabul et", url: link },
    after: [`Davetin son geçerlilik zamanı: ${at(expires)}. Göndereni tanımıyorsanız bu e-postayı dikkate almayın.`],
  }),
  projectAdded: ({ name, by, project, link }) => ({
    subject: `Artık ${project} projesindesiniz`,
    paragraphs: [`Merhaba ${name},`, `${by} sizi Clew üzerinde ${project} projesine ekledi.`],
    action: { label: "Projeyi aç", url: link },
    after: [],
  }),
  setupTest: ({ name, link }) => ({
    subject: "Clew size e-posta gönderebiliyor",
    paragraphs: [`Merhaba ${name},`, "bu e-posta, e-posta sunucusunun sınanması için istendi ve ulaştı."],
    action: { label: "Kurulumu aç", url: link },
    after: [],
  }),
  notices: ({ name, isDigest, count, first, sections, others, all, settings }) => ({
    subject: isDigest ? `Clew günlük özeti: ${count} yeni` : count === 1 ? first : `Clew: ${count} yeni bildirim`,
    paragraphs: [`Merhaba ${name},`, isDigest ? "dünden bu yana olanlar:" : "sizi ilgilendirenler:"],
    sections,
    action: { label: "Bildirimleri aç", url: all },
    after: [
      ...(others > 0 ? [`Ve ${others} tane daha.`] : []),
      `Hangi e-postaları alacağınızı buradan seçebilirsiniz: ${settings}`,
    ],
  }),
};
