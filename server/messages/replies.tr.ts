/** Turkish texts about replies on issues. */
import type { ENGLISH_REPLIES } from "./replies.en.ts";

export const TURKISH_REPLIES: Record<keyof typeof ENGLISH_REPLIES, string> = {
  "reply.heading_places": "Olası yer:",
  "reply.heading_people": "Bu kodu bilenler",
  "reply.heading_similar": "Benzer kayıtlar",
  "reply.heading_missing": "Bildirimde eksik olanlar",
  "reply.footer":
    "Clew bu yorumu güncel tutar. Bu projeye yazabilenler şu yorumları yazabilir: {where}, {wrong} veya {duplicate}.",
  "reply.line": "{from}. satır",
  "reply.lines": "{from}–{to}. satırlar",
  "reply.file": "dosya",
  "reply.likely_duplicate": "(büyük olasılıkla aynısı)",
  "reply.marked_duplicate": "(yinelenen olarak işaretlendi)",
  "reply.missing_steps": "Hatayı gösteren adımlar",
  "reply.missing_expected": "Beklenen davranış",
  "reply.missing_actual": "Bunun yerine ne olduğu",
  "reply.missing_version": "Sürüm",
  "reply.missing_trace": "Hata iletisi veya yığın izi",
  "reply.nothing_left": "Bu kayıt hakkında artık bilinen bir şey yok.",
  "reply.template_long": "Şablon {max} karakterden uzun.",
  "reply.template_hidden": "Şablonda gizli metin (<!--) olamaz.",
  "reply.template_command": "Bir satır eğik çizgiyle başlayamaz: sunucular onu komut olarak çalıştırır ({line}).",
  "reply.template_unknown": "{name} diye bir yer tutucu yok.",
  "reply.template_line": "{name} yer tutucusu bir listedir. Onu tek başına bir satıra yazın.",
  "reply.unsupported": "Clew bu tür bir kaynağın kayıtlarına yorum yazamaz.",
  "reply.no_installation": "Bu kaynak bir uygulamayla okunmuyor. Kendi hesaplarınızdan birini seçin.",
  "reply.other_account": "Hesap artık {account}. Formu yeniden açıp Clew’in kimin adıyla yorum yazdığını denetleyin.",
  "reply.left_project": "Yorum yazma kapatıldı: onu açan üye bu projenin kaynaklarını artık değiştiremiyor.",
  "reply.permission":
    "{account}, {app} uygulamasına kayıtlara yazma iznini vermedi. Hesabın sahibi, kod sunucusunda uygulamanın izinlerine “Issues: read and write” iznini eklemeli ve kurulum için onaylamalıdır.",
  "reply.issue_failed": "{key}: {reason}",
  "reply.too_many_comments": "Kayıtta taranabilecek olandan fazla yorum var.",
  "reply.not_ready": "Bu projenin kodu henüz dizine eklenmedi.",
  "reply.plan": "Şirketin aboneliği şu anda buna izin vermiyor.",
  "reply.writers_unknown":
    "Sunucu {account} hesabına kimin yazabildiğini bildirmiyor; bu yüzden yorumlardaki komutlar çalıştırılmıyor. Hesabın oradaki projeyi yönetebilmesi gerekir.",
  "reply.no_answer": "Birkaç deneme başarısız oldu.",
};
